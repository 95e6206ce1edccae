import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { isRejection, type Rejection } from '../syntax/rejection.js';
import { locateClass, type ClassLocation } from './locate-class.js';

/** A class that a signature names: its key there, and where the compiled code finds it. */
export interface ClassReference extends ClassLocation {
  readonly key: string;
  readonly symbol: ts.Symbol;
}

/** The classes that one signature names. */
export interface ClassReferences {
  /** The key of a class; a class named for the first time is located by the name written there. */
  keyOf(symbol: ts.Symbol, name: ts.Node): string | Rejection;
  symbolOf(key: string): ts.Symbol | undefined;
  all(): readonly ClassReference[];
}

/** An empty list of classes, for the signature of the class `home`. */
export function createClassReferences(
  view: ProjectView,
  home: ts.ClassLikeDeclaration,
): ClassReferences {
  const byKey = new Map<string, ClassReference>();
  const keys = new Map<ts.Symbol, string>();
  const add = (symbol: ts.Symbol, location: ClassLocation): string => {
    const key = freeKey(displayName(symbol), byKey);
    byKey.set(key, { ...location, key, symbol });
    keys.set(symbol, key);
    return key;
  };
  return {
    keyOf: (symbol, name) => {
      const known = keys.get(symbol);
      if (known !== undefined) return known;
      const location = locateClass(view, symbol, name, home);
      return isRejection(location) ? location : add(symbol, location);
    },
    symbolOf: (key) => byKey.get(key)?.symbol,
    all: () => [...byKey.values()],
  };
}

/** A second class of one name gets a number. */
function freeKey(name: string, taken: ReadonlyMap<string, unknown>): string {
  let key = name;
  for (let count = 2; taken.has(key); count += 1) key = `${name}_${count}`;
  return key;
}

/** The symbol of a default export is named `default`; its declaration has the name. */
function displayName(symbol: ts.Symbol): string {
  const declaration = symbol.valueDeclaration as ts.ClassLikeDeclaration | undefined;
  return declaration?.name?.text ?? symbol.name;
}
