/** The bus between instances, in memory. Like NATS core it delivers a message at most once. */
import {
  type Bus,
  type BusEvent,
  type BusReply,
  createLocalBus,
} from '../../backend/src/platform/bus/bus.ts';
import type { Kernel, Owner } from './kernel.ts';
import type { Random } from './random.ts';

type Respond = (text: string) => Promise<string | undefined>;

interface Member {
  owner: Owner;
  local: Bus;
  responders: Map<string, Respond>;
  missed: Set<() => void>;
}

export class BusHub {
  readonly #kernel: Kernel;
  readonly #random: Random;
  readonly #members = new Set<Member>();
  /** Whether the bus can be reached. */
  #up = true;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#random = kernel.random.stream('bus');
  }

  setUp(up: boolean): void {
    if (up === this.#up) return;
    this.#up = up;
    if (!up) return;
    for (const { owner, missed } of this.#members)
      this.#later(
        owner,
        () => {
          for (const report of missed) report();
        },
        1000,
      );
  }

  open(owner: Owner): Bus {
    const member: Member = { owner, local: createLocalBus(), responders: new Map(), missed: new Set() };
    this.#members.add(member);
    const others = () => [...this.#members].filter((one) => one !== member && !one.owner.dead);
    const reaches = () => this.#up && !owner.dead;
    return {
      ...member.local,
      publish: async (event: BusEvent) => {
        await member.local.publish(event);
        if (!reaches()) return;
        for (const other of others())
          this.#later(other.owner, () => {
            if (this.#up) void other.local.publish(structuredClone(event));
          });
      },
      onMissed: (missed) => void member.missed.add(missed),
      respond: (subject, handle) => {
        let isRemoved = false;
        // NATS delivers no request before its server has received the subscription.
        this.#later(owner, () => {
          if (!isRemoved) member.responders.set(subject, handle);
        });
        return () => {
          isRemoved = true;
          if (member.responders.get(subject) === handle) member.responders.delete(subject);
        };
      },
      request: async (subject, text, timeoutMs): Promise<BusReply> => {
        if (!reaches()) return { outcome: 'unreachable' };
        const responders = others().filter(({ responders }) => responders.has(subject));
        if (responders.length === 0) return { outcome: 'no responders' };
        return new Promise((resolve) => {
          const cancel = this.#kernel.after(timeoutMs, () => resolve({ outcome: 'timeout' }), owner);
          for (const responder of responders)
            this.#later(responder.owner, () => {
              const reply = responder.responders.get(subject)?.(text);
              void reply?.then((answer) => {
                if (answer === undefined || !this.#up) return;
                this.#later(owner, () => {
                  cancel();
                  resolve({ outcome: 'reply', text: answer });
                });
              });
            });
        });
      },
      isConnected: reaches,
      close: async () => void this.#members.delete(member),
    };
  }

  #later(owner: Owner, task: () => void, leastMs = 0): void {
    this.#kernel.after(leastMs + this.#random.between(0.2, 5), task, owner);
  }
}
