import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Below the repository, in which the worker runs. */
const FOLDER = 'test/extra/parity/parts';

/** The text of the definition of a part. */
export function sourceOfPart(name: string): string {
  for (const file of readdirSync(FOLDER)) {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const at = text.indexOf(`name: '${name}',`);
    if (at === -1) continue;
    const start = text.lastIndexOf('part({', at);
    const end = text.indexOf('\n  }),', at);
    return text.slice(start, end).replaceAll(/^ {2}/gm, '').concat('\n});');
  }
  return `part '${name}'`;
}
