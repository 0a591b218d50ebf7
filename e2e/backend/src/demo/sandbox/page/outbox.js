/** The sent mails, newest first, as text; only their links become elements. */
const REFRESH_MS = 2000;

const outbox = document.getElementById('outbox');
const count = document.getElementById('mail-count');
const empty = document.getElementById('no-mails');
const list = document.getElementById('mails');
const template = document.getElementById('mail');
let newest = '';

function createMail({ to, from, subject, text, links, at }) {
  const item = template.content.firstElementChild.cloneNode(true);
  item.querySelector('.subject').textContent = subject;
  item.querySelector('time').dateTime = at;
  item.querySelector('time').textContent = new Date(at).toLocaleString('pt-BR');
  item.querySelector('.addresses').textContent = `De ${from} para ${to}`;
  item.querySelector('.text').append(...withLinks(text.trim(), links));
  return item;
}

/** Splits the text into strings and an anchor for each link. */
function withLinks(text, links) {
  const pieces = [];
  let rest = text;
  for (const link of links) {
    const [before, ...after] = rest.split(link);
    const anchor = document.createElement('a');
    anchor.href = link;
    anchor.target = '_blank';
    anchor.rel = 'noopener';
    anchor.textContent = link;
    pieces.push(before, anchor);
    rest = after.join(link);
  }
  return [...pieces, rest];
}

function show(mails) {
  const last = mails[0] ? `${mails.length} ${mails[0].at} ${mails[0].to}` : '';
  if (last === newest) return;
  if (newest === '') outbox.open = true;
  newest = last;
  count.textContent = String(mails.length);
  empty.hidden = mails.length > 0;
  list.replaceChildren(...mails.map(createMail));
}

async function keepFresh() {
  // `sandbox.js` reports a server that is down.
  const response = await fetch('/sandbox/api/outbox').catch(() => undefined);
  if (response?.ok) show(await response.json());
  setTimeout(keepFresh, REFRESH_MS);
}

void keepFresh();
