import { createServer, connect } from 'node:net';
import { once } from 'node:events';

/**
 * A connection to a server of 127.0.0.1 that a test may damage.
 *
 * - `forget()`: connections that are open stay open, and nothing arrives any more, as behind a firewall that has
 *   forgotten them. New connections work.
 * - `cut()`: the same, and new connections are accepted and lead nowhere.
 * - `delay(ms)`: what the server sends arrives so much later.
 * - `mute()`: what Redis tells of changed keys is lost, and replies arrive.
 * - `heal()`: connections that were damaged end, new ones work.
 */
export class Proxy {
  #pairs = new Set();
  #isCut = false;
  #isMute = false;
  #delayMs = 0;

  static async start(port) {
    const proxy = new Proxy();
    proxy.server = createServer((client) => proxy.#accept(client, port));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    proxy.port = proxy.server.address().port;
    return proxy;
  }

  forget() {
    for (const pair of this.#pairs) pair.isForgotten = true;
  }

  cut() {
    this.#isCut = true;
    this.forget();
  }

  delay(ms) {
    this.#delayMs = ms;
  }

  mute() {
    this.#isMute = true;
  }

  heal() {
    this.#isCut = false;
    this.#isMute = false;
    this.#delayMs = 0;
    for (const { client, isForgotten } of this.#pairs) if (isForgotten) client.destroy();
  }

  async stop() {
    for (const { client } of this.#pairs) client.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #accept(client, port) {
    const server = connect(port, '127.0.0.1');
    const pair = { client, server, isForgotten: this.#isCut };
    this.#pairs.add(pair);
    client.on('data', (data) => {
      if (!pair.isForgotten) server.write(data);
    });
    server.on('data', (received) => {
      const data = this.#isMute ? withoutNews(received) : received;
      const pass = () => {
        if (!pair.isForgotten && !client.destroyed) client.write(data);
      };
      if (this.#delayMs === 0 && pair.waiting === undefined) return pass();
      // In order, also where the delay changes.
      const timer = new Promise((resolve) => setTimeout(resolve, this.#delayMs));
      const waiting = Promise.all([pair.waiting, timer]).then(pass);
      pair.waiting = waiting;
      void waiting.then(() => pair.waiting === waiting && (pair.waiting = undefined));
    });
    const end = () => {
      client.destroy();
      server.destroy();
      this.#pairs.delete(pair);
    };
    client.on('error', end).on('close', end);
    // Behind a forgotten connection, no peer learns that the server has ended.
    const endUnlessForgotten = () => pair.isForgotten || end();
    server.on('error', endUnlessForgotten).on('close', endUnlessForgotten);
  }
}

/** A message of RESP 3 that says which keys have changed. */
const NEWS = />2\r\n\$10\r\ninvalidate\r\n\*\d+\r\n(?:\$\d+\r\n[^\r]*\r\n)+/g;

const withoutNews = (data) => Buffer.from(data.toString('latin1').replace(NEWS, ''), 'latin1');
