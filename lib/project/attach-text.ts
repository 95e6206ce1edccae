import { attachmentOf, type Attachment, type ModuleNames } from '../reader/attachment.js';
import type { ClassReading } from '../reader/read-class.js';
import { SIGNATURE_KEY } from '../signature/method-signature.js';

/**
 * Writes signatures into a source. Each stands right before the brace that closes its class and the
 * imports at the end, so that every line stays where it was and a source map stays true.
 */
export function attachText(code: string, classes: readonly ClassReading[]): string {
  const modules: ModuleNames = new Map();
  let text = code;
  // From the end to the beginning, so that offsets before a change hold.
  for (const reading of classes.toSorted((a, b) => b.node.getEnd() - a.node.getEnd())) {
    const brace = reading.node.getEnd() - 1;
    text = text.slice(0, brace) + staticBlock(attachmentOf(reading, modules)) + text.slice(brace);
  }
  const imports = [...modules].map(([module, name]) => importOf(module, name));
  return imports.length === 0 ? text : `${text}\n${imports.join('\n')}\n`;
}

/** Whether a source has been here before. */
export function isAttached(code: string): boolean {
  return code.includes(`static { ${DEFINE}`);
}

const DEFINE = 'globalThis.Object.defineProperty(this, globalThis.Symbol.for(';

/** The semicolon ends a property that has none of its own. */
function staticBlock({ json, references, stamp }: Attachment): string {
  const entries = references.map(({ key, namespace, path }) => {
    const [first = '', ...rest] = namespace === undefined ? path : [namespace, ...path];
    const names = rest.map((name) => `[${JSON.stringify(name)}]`);
    return `${JSON.stringify(key)}: () => ${first}${names.join('')}`;
  });
  const key = JSON.stringify(SIGNATURE_KEY.description);
  const signature = `globalThis.JSON.parse(${JSON.stringify(json)})`;
  const value = `{ signature: ${signature}, references: { ${entries.join(', ')} }, stamp: "${stamp}" }`;
  return `;static { ${DEFINE}${key}), { value: ${value}, configurable: true }); }`;
}

function importOf(module: string, name: string): string {
  return `import * as ${name} from ${JSON.stringify(module)};`;
}
