/** The bank's side of top-ups: buttons that pay or refuse pending orders. */
const REFRESH_MS = 2000;

const stateNames = {
  pending: 'Aguardando',
  captured: 'Em processamento',
  paid: 'Pago',
  canceled: 'Cancelado',
};

const isWaiting = ({ state }) => ['pending', 'captured'].includes(state);

/** Actions on an order: label, condition for the button, call and its body. */
const buttons = [
  { label: 'Pagar', when: (order) => isWaiting(order) && !order.expired, call: 'pay' },
  { label: 'Pagar vencido', when: (order) => order.state !== 'paid' && order.expired, call: 'pay' },
  {
    label: 'Avisar o pagamento de novo',
    when: (order) => order.isPix && order.state === 'paid',
    call: 'pay',
    body: (order) => ({ endToEndId: order.endToEndId }),
  },
  {
    label: 'Vencer agora',
    when: (order) => order.isPix && order.state === 'pending' && !order.expired,
    call: 'expire',
  },
  {
    label: 'Recusar',
    when: (order) => !order.isPix && isWaiting(order),
    call: 'pay',
    body: () => ({ state: 'canceled' }),
  },
  { label: 'Copiar código', when: (order) => order.code && order.state !== 'paid', copies: true },
];

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
  for (const button of buttons.filter(({ when }) => when(order)))
    item.querySelector('.actions').append(createButton(button, order));
  return item;
}

function validityOf({ dueDate, expired, state }) {
  if (!dueDate || state === 'paid') return '';
  return `${expired ? 'Venceu' : 'Vale até'} ${new Date(dueDate).toLocaleString('pt-BR')}`;
}

function createButton({ label, call, copies, body }, order) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', () =>
    copies ? navigator.clipboard.writeText(order.code) : act(order, call, body?.(order)),
  );
  return button;
}

async function act({ id }, call, body = {}) {
  const headers = { 'content-type': 'application/json' };
  const options = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`/sandbox/api/orders/${id}/${call}`, options).catch(() => undefined);
  failure.textContent = response?.ok ? '' : 'O pedido não foi mudado. Tente de novo.';
  failure.hidden = response?.ok === true;
  await refresh();
}

async function refresh() {
  // `sandbox.js` reports a server that is down.
  const response = await fetch('/sandbox/api/orders').catch(() => undefined);
  if (!response?.ok) return;
  const orders = await response.json();
  const json = JSON.stringify(orders);
  if (json === shown) return;
  const waiting = orders.filter(isWaiting);
  if (shown === '' && waiting.length > 0) details.open = true;
  shown = json;
  count.textContent = String(waiting.length);
  empty.hidden = orders.length > 0;
  list.replaceChildren(...orders.map(createOrder));
}

async function keepFresh() {
  await refresh();
  setTimeout(keepFresh, REFRESH_MS);
}

void keepFresh();
