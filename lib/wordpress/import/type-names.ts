import type { ArgumentClass, RouteLayout } from './arguments.js';
import type { PlannedArgument, PlannedController } from './plan/planned-route.js';
import {
  controllerName,
  RESERVED_TYPES,
  singularOf,
  pascalCase,
  typeWords,
  takeName,
} from './naming.js';
import type { EnumSignature, ObjectSignature, TypeSignature } from '../../types/type.js';
import { typeOfArgument } from './types.js';

export type NamedSignature = EnumSignature | ObjectSignature;

interface TypeUse {
  readonly type: NamedSignature;
  count: number;
  /** The argument or property that has it most often. */
  readonly argument: string;
  readonly isItem: boolean;
  readonly isQuery: boolean;
  readonly owners: Set<readonly string[]>;
}

export interface TypeWithName {
  readonly name: string;
  /** `undefined` if several controllers use it. */
  readonly owner: readonly string[] | undefined;
  readonly declared: ArgumentClass | NamedSignature;
}

export interface TypeNames {
  readonly classes: ReadonlyMap<string, TypeWithName>;
  readonly types: ReadonlyMap<string, TypeWithName>;
}

/** Up to so many literals are written inline, unless several places use them. */
const LITERALS = 4;

/**
 * Each name is used once.
 *
 * @param foreign Names that other types have.
 */
export function nameTypes(
  layouts: readonly RouteLayout[],
  controllers: readonly PlannedController[],
  foreign: ReadonlySet<string>,
): TypeNames {
  const taken = new Set([...RESERVED_TYPES, ...foreign, ...controllers.map(controllerName)]);
  return { classes: nameClasses(layouts, taken), types: nameTypesIn(layouts, taken) };
}

function nameClasses(
  layouts: readonly RouteLayout[],
  taken: Set<string>,
): ReadonlyMap<string, TypeWithName> {
  const owners = new Map<string, Set<readonly string[]>>();
  const declared = new Map<string, ArgumentClass>();
  for (const { controller, classes } of layouts) {
    for (const one of classes) {
      owners.set(one.key, (owners.get(one.key) ?? new Set()).add(controller.words));
      if (!declared.has(one.key)) declared.set(one.key, one);
    }
  }
  const count = (key: string): number => owners.get(key)?.size ?? 0;
  // The class that most controllers use gets the simplest name.
  const sorted = [...declared].toSorted(([a], [b]) => count(b) - count(a));
  const names = new Map(
    sorted.map(([key, one]) => [key, takeName(candidatesOf(one, count(key)), taken)]),
  );
  return new Map(
    [...declared].map(([key, one]) => {
      const owner = only(owners.get(key));
      return [key, { name: names.get(key) ?? '', owner, declared: one }];
    }),
  );
}

function candidatesOf(
  { candidates, sharedName }: ArgumentClass,
  owners: number,
): readonly string[] {
  return owners > 1 && sharedName !== undefined ? [sharedName, ...candidates] : candidates;
}

function nameTypesIn(
  layouts: readonly RouteLayout[],
  taken: Set<string>,
): ReadonlyMap<string, TypeWithName> {
  const queries = new Set<string>();
  const uses = [...typeUses(layouts).values()].filter(needsName);
  // The type that is used most gets the simplest name.
  const sorted = uses.toSorted((a, b) => b.owners.size - a.owners.size || b.count - a.count);
  return new Map(
    sorted.map((use) => {
      const name = takeName(namesOf(use, queries), taken);
      if (use.isQuery) queries.add(name);
      return [typeKey(use.type), { name, owner: only(use.owners), declared: use.type }];
    }),
  );
}

function needsName({ type, count, owners }: TypeUse): boolean {
  if (type.kind === 'object') return true;
  return type.values.length > 1 && (count > 1 || owners.size > 1 || type.values.length > LITERALS);
}

function namesOf(use: TypeUse, queries: ReadonlySet<string>): readonly string[] {
  const [owner = []] = use.owners;
  const words = use.argument === 'orderby' ? ['order', 'by'] : typeWords(use.argument, 'value');
  const short = idiomOf(use.type) ?? pascalCase(use.isItem ? singularOf(words) : words);
  const noun = pascalCase(singularOf(owner));
  const qualified = short.startsWith(noun) ? short : `${noun}${short}`;
  if (use.owners.size === 1) return [qualified, `${qualified}Filter`, qualified];
  const filter = use.isQuery && !queries.has(short) ? [`${short}Filter`] : [];
  return [short, ...filter, qualified, `${qualified}Filter`, qualified];
}

/** The name of WordPress's objects of a text as stored (`raw`) and as shown (`rendered`). */
function idiomOf(type: NamedSignature): string | undefined {
  if (type.kind !== 'object') return undefined;
  const names = (type.properties ?? [])
    .map(({ name }) => name)
    .toSorted()
    .join();
  if (names === 'raw,rendered') return 'RenderedText';
  return names === 'raw' ? 'RawText' : undefined;
}

function only(owners: ReadonlySet<readonly string[]> = new Set()): readonly string[] | undefined {
  const [first] = owners;
  return owners.size === 1 ? first : undefined;
}

/** A key that is the same for types with the same text. Descriptions are ignored, except within a default. */
export function typeKey({ nullable: _nullable, ...type }: NamedSignature): string {
  return JSON.stringify(type, (key, value: unknown) => {
    if (key === 'description') return undefined;
    return key === 'default' ? JSON.stringify(value) : value;
  });
}

function typeUses(layouts: readonly RouteLayout[]): ReadonlyMap<string, TypeUse> {
  const uses = new Map<string, TypeUse>();
  const written = new Set<string>();
  for (const { controller, route, classes, others: short } of layouts) {
    const isQuery = route.methods.includes('GET');
    const visit = (
      type: TypeSignature,
      argument: string,
      weight: number,
      isItem: boolean,
    ): void => {
      if (type.kind === 'array') return visit(type.items, argument, weight, true);
      if (type.kind === 'union') {
        return type.options.forEach((option) => visit(option, argument, weight, isItem));
      }
      if (type.kind !== 'enum' && type.kind !== 'object') return;
      const { properties = [], additional } = type.kind === 'object' ? type : {};
      if (additional !== undefined) visit(additional, argument, weight, isItem);
      if (type.kind === 'object' && properties.length === 0) return;
      const key = typeKey(type);
      const use = uses.get(key) ?? { type, count: 0, argument, isQuery, isItem, owners: new Set() };
      use.count += weight;
      use.owners.add(controller.words);
      uses.set(key, use);
      for (const one of properties) visit(one.type, one.name, weight, false);
    };
    const add = (arg: PlannedArgument, weight: number): void => {
      const type = typeOfArgument(arg);
      if (type !== undefined) visit(type, arg.name, weight, false);
    };
    for (const arg of short) add(arg, 1);
    for (const { key, args } of classes) {
      // A class is written once, however many routes use it.
      for (const arg of args) add(arg, written.has(key) ? 0 : 1);
      written.add(key);
    }
  }
  return uses;
}
