// In the review's frame: the words that are asked for come into view, and keys are meant for the review.
(() => {
  if (parent === window) return;
  document.documentElement.classList.add('framed');
  const mark = document.getElementById(new URLSearchParams(location.search).get('mark'));
  if (mark) {
    mark.classList.add('chosen');
    scrollTo(0, mark.getBoundingClientRect().top - innerHeight * 0.3);
  }
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, altKey, metaKey } = event;
    if (!ctrlKey && !altKey && !metaKey) parent.postMessage({ key }, location.origin);
  });
})();
