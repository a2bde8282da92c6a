// The report works without this; it adds keys, and on a narrow screen opens pages in place of the report.
(() => {
  const findings = [...document.querySelectorAll('.item, .check')];
  const keys = document.getElementById('keys');
  const pane = document.querySelector('.pane');
  const wide = matchMedia('(min-width: 60rem)');
  let current = -1;
  let shown = -1;

  function go(index) {
    if (index < 0 || index >= findings.length) return;
    findings[current]?.classList.remove('current');
    current = index;
    shown = -1;
    const node = findings[index];
    node.classList.add('current');
    node.tabIndex = -1;
    node.focus({ preventScroll: true });
    node.scrollIntoView({ block: 'start' });
    history.replaceState(null, '', `#${node.id}`);
  }
  function showPlace() {
    const places = [...(findings[current]?.querySelectorAll('a.place') ?? [])];
    if (!places.length) return;
    shown = (shown + 1) % places.length;
    places[shown].click();
  }
  function follow() {
    const found = findings.findIndex((node) => `#${node.id}` === location.hash);
    if (found >= 0 && found !== current) go(found);
  }
  const acts = {
    j: () => go(current + 1),
    k: () => go(current - 1),
    p: showPlace,
    '?': () => keys.showModal(),
  };
  function pressed(key, target) {
    if (target.closest?.('input, textarea, select, dialog')) return false;
    const act = acts[key];
    act?.();
    return Boolean(act);
  }
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (pressed(event.key, event.target)) event.preventDefault();
  });
  addEventListener('message', (event) => {
    if (event.origin === location.origin) pressed(event.data.key, document.body);
  });
  addEventListener('hashchange', follow);
  for (const link of document.querySelectorAll('a[target=sheet]')) {
    link.addEventListener('click', () => { if (!wide.matches) link.target = '_self'; else link.target = 'sheet'; });
  }
  document.body.classList.add('scripted');
  follow();
})();
