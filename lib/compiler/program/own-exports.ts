import { PACKAGE_EXPORTS } from './package-exports.js';
import type { ts } from './typescript.js';

/**
 * Recognizes the exports of this package: a symbol with the name of an export, declared in a file of
 * the package. The folder of the file is irrelevant, so files of the package may move.
 */
export function createExportRecognizer(
  isOurFile: (fileName: string) => boolean,
): (symbol: ts.Symbol | undefined) => string | undefined {
  const isOurs = (symbol: ts.Symbol): boolean => {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName;
    return file !== undefined && PACKAGE_EXPORTS.has(symbol.name) && isOurFile(file);
  };
  const known = new Map<ts.Symbol, string | undefined>();
  return (symbol) => {
    if (symbol === undefined) return undefined;
    if (!known.has(symbol)) known.set(symbol, isOurs(symbol) ? symbol.name : undefined);
    return known.get(symbol);
  };
}
