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

/** The semicolon ends a property that has none of its own. */
function staticBlock({ json, references, stamp }: Attachment): string {
  const entries = references.map(({ key, namespace, path }) => {
    const names = namespace === undefined ? path : [namespace, ...path];
    return `${JSON.stringify(key)}: () => ${names.join('.')}`;
  });
  const key = JSON.stringify(SIGNATURE_KEY.description);
  const signature = `globalThis.JSON.parse(${JSON.stringify(json)})`;
  const value = `{ signature: ${signature}, references: { ${entries.join(', ')} }, stamp: "${stamp}" }`;
  return `;static { globalThis.Object.defineProperty(this, globalThis.Symbol.for(${key}), { value: ${value} }); }`;
}

function importOf(module: string, name: string): string {
  return `import * as ${name} from ${JSON.stringify(module)};`;
}
