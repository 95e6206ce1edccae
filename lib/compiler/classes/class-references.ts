import { locateClass, type ClassLocation } from './locate-class.js';
import type { ProjectView } from '../program/project-view.js';
import { isRejection, type Rejection } from '../syntax/rejection.js';
import type { ts } from '../program/typescript.js';

/** A class that a signature names: its key there, and where the compiled code finds it. */
export interface ClassReferenceReading extends ClassLocation {
  readonly key: string;
  readonly symbol: ts.Symbol;
}

/** The classes that one signature names. */
export interface ClassReferences {
  /** The key of a class; a class named for the first time is located by the name written there. */
  keyOf(symbol: ts.Symbol, name: ts.Node): string | Rejection;
  symbolOf(key: string): ts.Symbol | undefined;
  all(): readonly ClassReferenceReading[];
}

/** An empty list of classes, for the signature of the class `home`. */
export function createClassReferences(
  view: ProjectView,
  home: ts.ClassLikeDeclaration,
): ClassReferences {
  const bySymbol = new Map<ts.Symbol, ClassReferenceReading>();
  const byKey = new Map<string, ClassReferenceReading>();
  return {
    keyOf: (symbol, name) => {
      const known = bySymbol.get(symbol);
      if (known !== undefined) return known.key;
      const location = locateClass(view, symbol, name, home);
      if (isRejection(location)) return location;
      const key = freeKey(displayName(symbol), byKey);
      const reference = { ...location, key, symbol };
      bySymbol.set(symbol, reference);
      byKey.set(key, reference);
      return key;
    },
    symbolOf: (key) => byKey.get(key)?.symbol,
    all: () => [...byKey.values()],
  };
}

/** Two classes of one name are told apart by a number. */
function freeKey(name: string, taken: ReadonlyMap<string, unknown>): string {
  let key = name;
  for (let count = 2; taken.has(key); count += 1) key = `${name}_${count}`;
  return key;
}

/** A default export has no name of its own but in its declaration. */
function displayName(symbol: ts.Symbol): string {
  const declaration = symbol.valueDeclaration as ts.ClassLikeDeclaration | undefined;
  return declaration?.name?.text ?? symbol.name;
}
