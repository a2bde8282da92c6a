// Enhancement only: the report is whole without it.
(() => {
  const form = document.getElementById('filter');
  const boxes = [...form.querySelectorAll('input[type=checkbox]')];
  const search = form.querySelector('input[type=search]');
  const button = document.getElementById('open-all');
  const shown = document.getElementById('shown');
  const items = [...document.querySelectorAll('#items .item')].map((node) => ({
    node, status: node.dataset.status.split(' '), text: node.textContent.toLowerCase(),
  }));
  const groups = document.querySelectorAll('.group');
  const details = [...document.querySelectorAll('main details')];
  const links = new Map([...document.querySelectorAll('.contents ol a')].map((a) => [a.hash.slice(1), a]));
  function apply() {
    const wanted = boxes.filter((box) => box.checked).map((box) => box.value);
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const item of items) {
      const ok = (!wanted.length || item.status.some((s) => wanted.includes(s)))
        && words.every((word) => item.text.includes(word));
      item.node.hidden = !ok;
      count += ok ? 1 : 0;
    }
    for (const group of groups) group.hidden = !group.querySelector('.item:not([hidden])');
    const active = wanted.length || words.length;
    shown.textContent = !active ? '' : count
      ? `${count} of ${items.length} items shown.` : 'No item matches. Clear the search or the boxes.';
  }
  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.hidden) return;
    boxes.forEach((box) => { box.checked = false; });
    search.value = '';
    apply();
    target.scrollIntoView();
  }
  function label() {
    button.textContent = details.every((d) => d.open) ? 'Close all' : 'Open all';
  }
  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', apply);
  button.addEventListener('click', () => {
    const open = !details.every((d) => d.open);
    details.forEach((d) => { d.open = open; });
    label();
  });
  details.forEach((d) => d.addEventListener('toggle', label));
  addEventListener('hashchange', reveal);
  reveal();
  let before = [];
  addEventListener('beforeprint', () => {
    before = details.filter((d) => !d.open);
    before.forEach((d) => { d.open = true; });
  });
  addEventListener('afterprint', () => before.forEach((d) => { d.open = false; }));
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const link = links.get(entry.target.id);
      if (!link) continue;
      if (entry.isIntersecting) {
        link.setAttribute('aria-current', 'true');
        link.scrollIntoView({ block: 'nearest' });
      } else link.removeAttribute('aria-current');
    }
  }, { rootMargin: '-20% 0px -60% 0px' });
  items.forEach((item) => seen.observe(item.node));
})();
