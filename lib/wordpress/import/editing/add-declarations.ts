import { parseSource } from '../existing/source-file.js';
import { exportedTypes } from '../existing/existing-types.js';
import { addImports } from './add-imports.js';

/** Adds the types of a generated text that a file lacks at its end. */
export function addDeclarations(path: string, text: string, generated: string): string {
  const known = exportedTypes(parseSource(path, text));
  const source = parseSource(path, generated);
  const missing = [...exportedTypes(source)].filter(([name]) => !known.has(name));
  const texts = missing.map(([, node]) =>
    source.text.slice(node.getFullStart(), node.getEnd()).trim(),
  );
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const added = texts.map((one) => `\n${one}\n`.replaceAll(/\r?\n/g, lineEnd)).join('');
  const start = text === '' || text.endsWith('\n') ? text : `${text}${lineEnd}`;
  return addImports(path, `${start}${added}`, generated);
}
