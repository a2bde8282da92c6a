// Keys for the queue, which works without them.
(() => {
  if (localStorage.getItem('muster-keys') === 'off') return;
  const packets = [...document.querySelectorAll('.packets tbody th a')];
  const step = (by) => packets[Math.min(Math.max(packets.indexOf(document.activeElement) + by, 0), packets.length - 1)]?.focus();
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    '/': () => document.querySelector('input[type=search]').focus(),
  };
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.('input, select')) return;
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  document.body.classList.add('scripted');
})();
