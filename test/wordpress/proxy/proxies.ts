import { readPage } from '../../house/docs/pages.js';
import { startProxy, type ProxyName, type RunningProxy } from '../../support/proxy-process.js';

/** The ports of the servers behind a proxy. */
export interface Upstreams {
  readonly wordpress: number;
  readonly node: number;
}

const PAGE = 'docs/migrating-from-wordpress.md';

/** Starts a proxy with the configuration that the page shows. */
export function startShownProxy(name: ProxyName, upstreams: Upstreams): Promise<RunningProxy> {
  const shown = shownConfiguration(name, upstreams);
  return startProxy(name, (port) =>
    name === 'nginx'
      ? replaced(shown, 'listen 80;', `listen 127.0.0.1:${port};`)
      : replaced(shown, 'shop.example {', `http://:${port} {\n\tbind 127.0.0.1`),
  );
}

function shownConfiguration(name: ProxyName, { wordpress, node }: Upstreams): string {
  const block = readPage(PAGE).blocks.find(({ language }) => language === name);
  if (block === undefined) throw new Error(`${PAGE} has no configuration of ${name}.`);
  const text = block.text.replaceAll('127.0.0.1:8080', `127.0.0.1:${wordpress}`);
  return replaced(text, '127.0.0.1:3000', `127.0.0.1:${node}`);
}

function replaced(text: string, what: string, by: string): string {
  if (!text.includes(what)) throw new Error(`The configuration has no ${what}`);
  return text.replaceAll(what, by);
}
