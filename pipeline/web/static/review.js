// The report works without this. It adds keys, shows a finding's page as one comes to it, and puts forms in their place.
(() => {
  const findings = [...document.querySelectorAll('.item, .check')];
  const frame = document.querySelector('.pane iframe');
  const list = document.getElementById('keys');
  const toggle = document.getElementById('keys-on');
  const wide = matchMedia('(min-width: 60rem)');
  let current = -1;
  let shown = -1;

  function come(index) {
    if (!findings[index]) return;
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
  // By its fragment, a page in a frame would take the focus, and scroll this one too.
  function showInFrame(address) {
    frame.contentWindow.location.replace(address.replace('#', '?mark='));
  }
  function showNext() {
    const places = [...(findings[current]?.querySelectorAll('a.place') ?? [])];
    if (!places.length) return;
    shown = (shown + 1) % places.length;
    if (wide.matches) showInFrame(places[shown].href);
    else location.assign(places[shown].href);
  }
  function go(index) {
    come(index);
    if (wide.matches) showNext();
  }
  function goUndecided() {
    const open = (node) => node.querySelector('[data-undecided]');
    const after = findings.findIndex((node, index) => index > current && open(node));
    go(after >= 0 ? after : findings.findIndex(open));
  }
  function act(name) {
    findings[current]?.querySelector(`[data-act=${name}]`)?.click();
  }

  function close(form) {
    form.remove();
    findings[current]?.focus({ preventScroll: true });
  }
  async function open(link) {
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const form = page.querySelector('form.decide');
    if (!form) { location.assign(link.href); return; }
    document.querySelector('main form.decide')?.remove();
    come(findings.findIndex((node) => node.contains(link)));
    link.closest('.acts').after(document.adoptNode(form));
    const { file, page: number } = frame?.contentDocument?.body?.dataset ?? {};
    if (link.dataset.act === 'missed' && file) {
      form.elements.file.value = file;
      form.elements.page.value = number;
    }
    // What is seldom changed is passed over: to accept takes two keys.
    const first = link.dataset.act === 'accept' ? 'button' : 'select, input:not([type=hidden]), textarea';
    form.querySelector(first).focus();
    form.scrollIntoView({ block: 'nearest' });
  }

  const keys = {
    j: () => go(current + 1),
    k: () => go(current - 1),
    n: goUndecided,
    p: showNext,
    a: () => act('accept'),
    o: () => act('overrule'),
    m: () => act('missed'),
    w: () => act('waive'),
    u: () => act('withdraw'),
    f: () => document.querySelector('.about [data-act=add]').click(),
    l: () => document.getElementById('to-letter').click(),
    q: () => document.querySelector('.brand a').click(),
    '?': () => { list.open = !list.open; },
  };
  function pressed(key) {
    if (!toggle.checked && key !== '?') return false;
    keys[key]?.();
    return key in keys;
  }
  addEventListener('keydown', (event) => {
    const form = event.target.closest?.('form.decide');
    if (form && event.key === 'Escape') close(form);
    if (form && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    // Who types at the button means the reason: a blank between two words would press it.
    if (form && event.target.matches('button') && /^\S$/.test(event.key) && !event.ctrlKey && !event.metaKey) {
      form.elements.reason.select();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.('textarea, select, input:not([type=checkbox])')) return;
    if (pressed(event.key)) event.preventDefault();
  });
  addEventListener('message', (event) => {
    if (event.origin === location.origin) pressed(event.data.key);
  });
  addEventListener('hashchange', () => come(findings.findIndex((node) => `#${node.id}` === location.hash)));
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('.acts [data-act]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link);
  });
  for (const link of document.querySelectorAll('a[target=sheet]')) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (wide.matches) showInFrame(link.href);
      else location.assign(link.href);
    });
  }
  toggle.checked = localStorage.getItem('muster-keys') !== 'off';
  toggle.addEventListener('change', () => localStorage.setItem('muster-keys', toggle.checked ? 'on' : 'off'));
  document.body.classList.add('scripted');
  const asked = findings.findIndex((node) => `#${node.id}` === location.hash);
  if (asked >= 0) go(asked);
})();
