// Enhancement only: the table is whole, and sorted worst first, without it.
(() => {
  const form = document.getElementById('filter');
  const boxes = [...form.querySelectorAll('input[type=checkbox]')];
  const search = form.querySelector('input[type=search]');
  const shown = document.getElementById('shown');
  const body = document.querySelector('tbody');
  const heads = [...document.querySelectorAll('thead th')];
  const rows = [...body.rows].map((node, position) => ({
    node, position, state: node.dataset.state, text: node.textContent.toLowerCase(),
    values: [...node.cells].map((cell) => cell.dataset.value ?? cell.textContent.trim()),
  }));
  const compare = new Intl.Collator(undefined, { numeric: true }).compare;
  function apply() {
    const wanted = boxes.filter((box) => box.checked).map((box) => box.value);
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const ok = (!wanted.length || wanted.includes(row.state)) && words.every((word) => row.text.includes(word));
      row.node.hidden = !ok;
      count += ok ? 1 : 0;
    }
    shown.textContent = !wanted.length && !words.length ? '' : count
      ? `${count} of ${rows.length} packets shown.` : 'No packet matches. Clear the search or the boxes.';
  }
  function sort(column) {
    // Numbers are wanted greatest first, words in order of the alphabet; a second press turns it round.
    const first = heads[column].classList.contains('amount') ? 'descending' : 'ascending';
    const other = first === 'ascending' ? 'descending' : 'ascending';
    const order = heads[column].getAttribute('aria-sort') === first ? other : first;
    heads.forEach((head) => head.removeAttribute('aria-sort'));
    heads[column].setAttribute('aria-sort', order);
    const sign = order === 'ascending' ? 1 : -1;
    rows.sort((a, b) => sign * compare(a.values[column], b.values[column]) || a.position - b.position);
    body.append(...rows.map((row) => row.node));
  }
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    button.addEventListener('click', () => sort(column));
    head.append(button);
  });
  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', apply);
})();
