/**
 * A network namespace behind a link that delays and loses packets, so that TCP and QUIC recover as on a
 * mobile network. The kernel's netem does the same, but not every kernel has it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { freePort } from '../../start/ports.ts';
import { ensureProgram } from '../ensure-program.ts';
import { stopChild } from '../servers/child.ts';

const NAMESPACE = `lossy${process.pid}`;
const HERE = '10.203.0.1';
const THERE = '10.203.0.2';

interface LossyLink {
  /** Address of this machine in the namespace. */
  address: string;
  /** Command that runs a program in the namespace. */
  inNamespace: string;
  stop: () => Promise<void>;
}

/**
 * @param delayMs of each direction
 * @param loss share of the packets of each direction that are lost
 * @returns undefined if it can't be created: it needs Linux, root and `socat`
 */
export async function createLossyLink(delayMs: number, loss: number): Promise<LossyLink | undefined> {
  const socat = process.platform === 'linux' && process.getuid?.() === 0 && ensureProgram('socat');
  if (!socat) return undefined;
  const here = await openEnd(socat, 'lossy0', HERE);
  const there = await openEnd(socat, 'lossy1', THERE);
  const pass = (from: typeof here, to: typeof here) =>
    from.socket.on('message', (packet) => {
      if (Math.random() >= loss) setTimeout(() => to.socket.send(packet, to.port, '127.0.0.1'), delayMs);
    });
  pass(here, there);
  pass(there, here);
  const ip = (command: string) => execFileSync('ip', command.split(' '));
  ip(`netns add ${NAMESPACE}`);
  ip(`link set lossy1 netns ${NAMESPACE}`);
  // Moving a device removes its address.
  ip(`-n ${NAMESPACE} addr add ${THERE}/30 dev lossy1`);
  for (const device of ['lossy1', 'lo']) ip(`-n ${NAMESPACE} link set ${device} up`);
  return {
    address: HERE,
    inNamespace: `ip netns exec ${NAMESPACE}`,
    async stop() {
      for (const { child, socket } of [here, there]) {
        await stopChild(child);
        socket.close();
      }
      ip(`netns del ${NAMESPACE}`);
    },
  };
}

/** Creates a network device that tunnels packets as datagrams between a socket and a local port. */
async function openEnd(
  socat: string,
  device: string,
  address: string,
): Promise<{ child: ChildProcess; socket: Socket; port: number }> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const port = await freePort();
  const tunnel = `TUN:${address}/30,tun-name=${device},iff-no-pi,iff-up`;
  const datagrams = `UDP4:127.0.0.1:${socket.address().port},sourceport=${port}`;
  const child = spawn(socat, [tunnel, datagrams], { stdio: 'inherit' });
  // The kernel sends a packet as soon as the device is up.
  await Promise.race([
    once(socket, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`socat exited with ${code}`))),
  ]);
  return { child, socket, port };
}
