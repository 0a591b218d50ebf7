/** Controls of the simulated chargers: polls their state, and sends one action per button. */
const REFRESH_MS = 2000;
const PLUG_AFTER_SECONDS = 5;
/** Rated power, as the app shows it: `22`, `7,4`. */
const oneDecimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

const statusNames = {
  Available: 'Disponível',
  Preparing: 'Preparando',
  Charging: 'Carregando',
  SuspendedEV: 'Carro não puxa mais',
  SuspendedEVSE: 'Pausado',
  Finishing: 'Finalizado',
  Unavailable: 'Indisponível',
  Faulted: 'Falha',
};

const charging = (simulated) => simulated?.charging && simulated.status === 'Charging';
const suspended = (simulated) => simulated?.charging && simulated.status.startsWith('Suspended');
const working = (simulated) => simulated && simulated.status !== 'Faulted';
const behave = (label, behaviour) => ({
  label,
  when: (simulated) => simulated,
  action: { action: 'behave', behaviour },
});

/** Actions of a driver at the charger: label, condition for the button, and request body. */
const everyday = [
  {
    label: 'Conectar carro',
    when: (simulated) => simulated && !simulated.plugged,
    action: { action: 'plug' },
  },
  { label: 'Desconectar carro', when: (simulated) => simulated?.plugged, action: { action: 'unplug' } },
  { label: 'Parar no carregador', when: (simulated) => simulated?.charging, action: { action: 'stop' } },
  { label: 'Consertar', when: (simulated) => simulated?.status === 'Faulted', action: { action: 'mend' } },
  {
    label: 'Voltar à rede',
    when: (simulated) => simulated && !simulated.online,
    action: { action: 'online' },
  },
];

/** Events and faults, in the same format. */
const rare = [
  { label: 'Carro para de puxar', when: charging, action: { action: 'suspendEV' } },
  { label: 'Carregador pausa', when: charging, action: { action: 'suspendEVSE' } },
  { label: 'Retomar', when: suspended, action: { action: 'resume' } },
  { label: 'Plug não trava', when: working, action: { action: 'fault', errorCode: 'ConnectorLockFailure' } },
  { label: 'Falha de aterramento', when: working, action: { action: 'fault', errorCode: 'GroundFailure' } },
  { label: 'Cair da rede', when: (simulated) => simulated?.online, action: { action: 'offline' } },
  behave('Carregar 60× mais rápido', { energySpeed: 60 }),
  behave('Carregar na velocidade real', { energySpeed: 1 }),
  behave('Ninguém conecta o carro', { plugAfter: null }),
  behave('O carro se conecta após iniciar', { plugAfter: PLUG_AFTER_SECONDS }),
];

const list = document.getElementById('chargers');
const failure = document.getElementById('failure');
const search = document.getElementById('search');
const summary = document.getElementById('summary');
const template = document.getElementById('charger');
const items = new Map();

const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
document.getElementById('ocpp-address').textContent = `${scheme}://${location.host}/ocpp/SEU-ID`;

async function readJson(path, options) {
  const response = await fetch(path, options);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

function showFailure(message) {
  failure.textContent = message;
  failure.hidden = message === '';
}

function createItem(charger) {
  const item = template.content.firstElementChild.cloneNode(true);
  item.querySelector('.number').textContent = charger.number;
  const { site, name, plug, maxPowerKw } = charger;
  const place = [site, name, plug.toUpperCase(), `${oneDecimal.format(maxPowerKw)} kW`];
  item.querySelector('.site').textContent = place.join(' · ');
  addButtons(item.querySelector('.everyday'), everyday, charger);
  addButtons(item.querySelector('.rare'), rare, charger);
  const code = document.createElement('a');
  code.href = `/sandbox/label?number=${encodeURIComponent(charger.number)}`;
  code.textContent = 'QR code';
  item.querySelector('.everyday').append(code);
  list.append(item);
  return item;
}

function addButtons(place, buttons, charger) {
  for (const { label, action } of buttons) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => act(charger, action));
    place.append(button);
  }
}

function show(item, charger, simulated) {
  const status = simulated?.status ?? charger.status;
  const offline = simulated ? !simulated.online : !charger.online;
  item.dataset.status = offline ? 'Offline' : status;
  item.querySelector('.status').textContent = offline ? 'Desconectado' : (statusNames[status] ?? '—');
  item.querySelector('.figures').textContent = figuresOf(charger, simulated);
  item.querySelector('details').hidden = !simulated;
  for (const [i, button] of [...item.querySelectorAll('button')].entries()) {
    button.hidden = ![...everyday, ...rare][i].when(simulated);
  }
}

function figuresOf(charger, simulated) {
  if (!simulated) return charger.online ? 'Não é simulado: aqui só se vê.' : 'Fora da rede.';
  const figures = [`Medidor ${(simulated.meterWh / 1000).toFixed(1).replace('.', ',')} kWh`];
  if (simulated.plugged) figures.push(`carro com ${Math.floor(simulated.soc)}%`);
  if (simulated.charging) figures.push(`${(simulated.watts / 1000).toFixed(1).replace('.', ',')} kW`);
  if (simulated.unsent > 0) figures.push(`${simulated.unsent} mensagens por enviar`);
  return figures.join(' · ');
}

async function act(charger, action) {
  const body = JSON.stringify({ connectorId: charger.connectorId, ...action });
  const headers = { 'content-type': 'application/json' };
  const path = `/sandbox/api/simulators/${encodeURIComponent(charger.chargePointId)}`;
  try {
    await readJson(path, { method: 'POST', headers, body });
    showFailure('');
  } catch {
    showFailure('O simulador não respondeu. Ele está rodando?');
  }
  await refresh();
}

async function refresh() {
  const [chargers, simulators] = await Promise.all([
    readJson('/sandbox/api/chargers'),
    readJson('/sandbox/api/simulators').catch(() => []),
  ]);
  const simulatedBy = new Map();
  for (const { id, online, unsent, connectors } of simulators) {
    for (const connector of connectors) {
      simulatedBy.set(`${id}/${connector.connectorId}`, { ...connector, online, unsent });
    }
  }
  for (const charger of chargers) {
    const item = items.get(charger.number) ?? createItem(charger);
    items.set(charger.number, item);
    show(item, charger, simulatedBy.get(`${charger.chargePointId}/${charger.connectorId}`));
  }
  filter();
}

function filter() {
  const words = search.value.trim().toLowerCase().split(/\s+/);
  let shown = 0;
  for (const item of items.values()) {
    const text = ['.number', '.site', '.status']
      .map((part) => item.querySelector(part).textContent)
      .join(' ');
    item.hidden = !words.every((word) => text.toLowerCase().includes(word));
    if (!item.hidden) shown += 1;
  }
  summary.textContent = `${shown} de ${items.size} conectores`;
}

async function keepFresh() {
  try {
    await refresh();
    if (failure.dataset.kind === 'unreachable') showFailure('');
    failure.dataset.kind = '';
  } catch {
    failure.dataset.kind = 'unreachable';
    showFailure('O servidor não responde. Tentando de novo…');
  }
  setTimeout(keepFresh, REFRESH_MS);
}

search.addEventListener('input', filter);
void keepFresh();
