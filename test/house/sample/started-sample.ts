import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AdapterName } from '../../support/application.js';

const built = new URL('../../../dist-sample/', import.meta.url);

export interface StartedSample {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a sample as `nest build` has built it, as a process of its own. */
export async function startSample(
  adapter: AdapterName,
  settings: Readonly<Record<string, string>> = {},
  name: 'catalogue' | 'shop' = 'catalogue',
): Promise<StartedSample> {
  const main = fileURLToPath(new URL(`${name}/main.js`, built));
  if (!existsSync(main)) throw new Error('Build the sample first: npm run build && npx nest build');
  const sample = spawn(process.execPath, [main], {
    env: { ...process.env, ADAPTER: adapter, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(sample, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    sample.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      const [, found] = /served at (http:\/\/[^/]+)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    sample.once('exit', (code) => reject(new Error(`The sample ended with ${code}.`)));
  });
  return {
    url,
    stop: async () => {
      sample.kill();
      await exit;
    },
  };
}
