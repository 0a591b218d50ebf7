/** The bank's side of top-ups: buttons that pay or refuse pending orders. */
const REFRESH_MS = 2000;

const stateNames = {
  pending: 'Aguardando',
  captured: 'Em processamento',
  paid: 'Pago',
  canceled: 'Cancelado',
};

const isWaiting = ({ state }) => ['pending', 'captured'].includes(state);

/** Actions on an order: label, the emulator's action, and where it is offered only in some states. */
const buttons = [
  { label: 'Pagar', action: 'pay', when: (order) => isWaiting(order) && !order.expired },
  { label: 'Pagar vencido', action: 'payLate', when: (order) => order.expired },
  { label: 'Pagar a metade', action: 'payLess' },
  { label: 'Pagar duas vezes', action: 'payTwice', when: (order) => order.state !== 'paid' },
  { label: 'Pagar outra vez', action: 'payTwice', when: (order) => order.state === 'paid' },
  {
    label: 'Avisar o pagamento de novo',
    action: 'notifyAgain',
    when: (order) => order.isPix && order.state === 'paid',
  },
  { label: 'Vencer agora', action: 'expire', when: (order) => order.isPix && !order.expired },
  { label: 'Recusar', action: 'decline', when: (order) => !order.isPix },
  { label: 'Contestar', action: 'dispute' },
  { label: 'Aceitar a contestação', action: 'loseDispute' },
  { label: 'Negar a contestação', action: 'winDispute' },
  { label: 'Devolução especial', action: 'specialReturn' },
];
const always = () => true;

/** How the providers misbehave, by the option of the list. */
const behaviours = {
  normal: {},
  away: { away: { how: 'refuse', forMs: 60_000 } },
  lost: { away: { how: 'lose', forMs: 60_000 } },
  slow: { delayMs: 5000 },
  repeated: { noticeCopies: 3 },
  returnsFail: { returnsFail: true },
};

const details = document.getElementById('orders');
const count = document.getElementById('order-count');
const empty = document.getElementById('no-orders');
const list = document.getElementById('order-list');
const failure = document.getElementById('failure');
const template = document.getElementById('order');
const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
let shown = '';

function createOrder(order) {
  const item = template.content.firstElementChild.cloneNode(true);
  item.dataset.state = order.state;
  item.querySelector('.amount').textContent = money.format(order.cents / 100);
  item.querySelector('.status').textContent = stateNames[order.state];
  item.querySelector('p').textContent = `Pedido ${order.id} · ${order.method} · ${order.user}`;
  item.querySelector('.validity').textContent = validityOf(order);
  const actions = item.querySelector('.actions');
  for (const { label, action, when = always } of buttons)
    if (order.actions.includes(action) && when(order))
      actions.append(createButton(label, () => send(`orders/${order.id}/${action}`)));
  if (order.code && order.state !== 'paid')
    actions.append(createButton('Copiar código', () => navigator.clipboard.writeText(order.code)));
  return item;
}

function validityOf({ dueDate, expired, state }) {
  if (!dueDate || state === 'paid') return '';
  return `${expired ? 'Venceu' : 'Vale até'} ${new Date(dueDate).toLocaleString('pt-BR')}`;
}

function createButton(label, onClick) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', onClick);
  return button;
}

async function send(path, body = {}) {
  const headers = { 'content-type': 'application/json' };
  const options = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`/sandbox/api/${path}`, options).catch(() => undefined);
  failure.textContent = response?.ok ? '' : 'O pedido não foi mudado. Tente de novo.';
  failure.hidden = response?.ok === true;
  await refresh();
}

document
  .getElementById('providers')
  .addEventListener('change', ({ target }) => send('providers', behaviours[target.value]));

async function refresh() {
  // `sandbox.js` reports a server that is down.
  const response = await fetch('/sandbox/api/orders').catch(() => undefined);
  if (!response?.ok) return;
  const orders = await response.json();
  const json = JSON.stringify(orders);
  if (json === shown) return;
  if (shown === '' && orders.some(isWaiting)) details.open = true;
  shown = json;
  count.textContent = String(orders.length);
  empty.hidden = orders.length > 0;
  list.replaceChildren(...orders.map(createOrder));
}

async function keepFresh() {
  await refresh();
  setTimeout(keepFresh, REFRESH_MS);
}

void keepFresh();
