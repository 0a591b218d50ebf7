/** The label of one charger: `/sandbox/label?number=12345-1`. */
const number = new URLSearchParams(location.search).get('number') ?? '';
const code = document.getElementById('code');
code.src = `/sandbox/qr/${encodeURIComponent(number)}`;
code.alt = `QR code do carregador ${number}`;
document.getElementById('number').textContent = number;
document.title = `Carregador ${number}`;
document.getElementById('print').addEventListener('click', () => print());
