import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./application.mjs', import.meta.url));

/** How the application of a process is set up. */
export interface FleetSettings {
  readonly store: {
    readonly kind: string;
    readonly url?: string;
    readonly urls?: readonly string[];
  };
  readonly namespace: string;
  readonly cache?: object;
  readonly adapter?: 'express' | 'fastify';
  readonly version?: number;
}

interface Message {
  readonly id?: number;
  readonly url?: string;
  readonly event?: string;
  /** The number of an application in its process. */
  readonly app?: number;
  readonly result?: unknown;
}

let lastId = 0;

/** One process of an application that shares a store. */
export class FleetProcess {
  private constructor(
    readonly url: string,
    readonly child: ChildProcess,
    readonly namespace: string,
    private readonly app: number,
  ) {}

  static async start(settings: FleetSettings): Promise<FleetProcess> {
    const child = fork(SCRIPT, [JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.stderr?.on('data', (data: Buffer) => process.stderr.write(data));
    process.once('exit', () => child.kill('SIGKILL'));
    const ended = once(child, 'exit').then(() => {
      throw new Error('The process ended before it listened.');
    });
    const [{ url }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }];
    return new FleetProcess(url, child, settings.namespace, 0);
  }

  /** Starts one more application in this process, which takes a tenth of the time. */
  async serve(settings: FleetSettings): Promise<FleetProcess> {
    const { url, app } = (await this.ask('serve', settings)) as { url: string; app: number };
    return new FleetProcess(url, this.child, settings.namespace, app);
  }

  async get(path: string): Promise<{ status: number; cache: string; text: string }> {
    const response = await fetch(`${this.url}/api/${this.namespace}/v1/items${path}`);
    return {
      status: response.status,
      cache: response.headers.get('cache-status') ?? '',
      text: await response.text(),
    };
  }

  async ask(command: string, value?: unknown): Promise<unknown> {
    const id = ++lastId;
    const result = this.#message((message) => message.id === id);
    this.child.send({ id, app: this.app, command, value });
    return (await result).result;
  }

  /** Waits for an event that the application reports. */
  async event(name: string): Promise<void> {
    await this.#message(({ event, app }) => event === name && app === this.app);
  }

  async kill(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.disconnect();
    await exit;
  }

  #message(isIt: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve) => {
      const listen = (message: Message): void => {
        if (!isIt(message)) return;
        this.child.off('message', listen);
        resolve(message);
      };
      this.child.on('message', listen);
    });
  }
}
