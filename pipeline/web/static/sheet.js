// In the review's frame: what is typed here is meant for the review, and the words that are asked for come into view.
(() => {
  if (parent === window) return;
  document.documentElement.classList.add('framed');
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, altKey, metaKey } = event;
    if (!ctrlKey && !altKey && !metaKey) parent.postMessage({ key }, location.origin);
  });
})();
