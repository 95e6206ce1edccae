import type { ArgumentClass, RouteLayout } from '../arguments/argument-layout.js';
import type { PlannedController } from '../plan/import-plan.js';
import { controllerName } from '../naming/controller-name.js';
import { RESERVED_TYPES } from '../naming/reserved-names.js';
import { singularOf } from '../naming/singular.js';
import { takeName } from '../naming/unique-name.js';
import { pascalCase, typeWords } from '../naming/words.js';
import { nodeKey, typeUses, type NamedNode, type TypeUse } from './type-uses.js';

/** A declaration of a generated module. */
export interface NamedType {
  readonly name: string;
  /** The only controller that uses it; `undefined` where several do. */
  readonly owner: readonly string[] | undefined;
  readonly declared: ArgumentClass | NamedNode;
}

/** The types of a plan by what they are. */
export interface TypeNames {
  readonly classes: ReadonlyMap<string, NamedType>;
  readonly nodes: ReadonlyMap<string, NamedType>;
}

/** Up to so many literals are written where they are used, unless several places use them. */
const LITERALS = 4;

/** Names the classes, interfaces and enums of a plan. Each name is used once. */
export function nameTypes(
  layouts: readonly RouteLayout[],
  controllers: readonly PlannedController[],
): TypeNames {
  const taken = new Set([...RESERVED_TYPES, ...controllers.map(controllerName)]);
  return { classes: nameClasses(layouts, taken), nodes: nameNodes(layouts, taken) };
}

function nameClasses(
  layouts: readonly RouteLayout[],
  taken: Set<string>,
): ReadonlyMap<string, NamedType> {
  const owners = new Map<string, Set<readonly string[]>>();
  const declared = new Map<string, ArgumentClass>();
  for (const { controller, classes } of layouts) {
    for (const one of classes) {
      owners.set(one.key, (owners.get(one.key) ?? new Set()).add(controller.words));
      if (!declared.has(one.key)) declared.set(one.key, one);
    }
  }
  const count = (key: string): number => owners.get(key)?.size ?? 0;
  // The class that most controllers use has the plainest name.
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

function nameNodes(
  layouts: readonly RouteLayout[],
  taken: Set<string>,
): ReadonlyMap<string, NamedType> {
  const queries = new Set<string>();
  const uses = [...typeUses(layouts).values()].filter(needsName);
  // The type that is used most has the plainest name.
  const sorted = uses.toSorted((a, b) => b.owners.size - a.owners.size || b.count - a.count);
  return new Map(
    sorted.map((use) => {
      const name = takeName(namesOf(use, queries), taken);
      if (use.isQuery) queries.add(name);
      return [nodeKey(use.node), { name, owner: only(use.owners), declared: use.node }];
    }),
  );
}

function needsName({ node, count, owners }: TypeUse): boolean {
  if (node.kind === 'object') return true;
  return node.values.length > 1 && (count > 1 || owners.size > 1 || node.values.length > LITERALS);
}

function namesOf(use: TypeUse, queries: ReadonlySet<string>): readonly string[] {
  const [owner = []] = use.owners;
  const words = use.argument === 'orderby' ? ['order', 'by'] : typeWords(use.argument, 'value');
  const plain = idiomOf(use.node) ?? pascalCase(use.isItem ? singularOf(words) : words);
  const noun = pascalCase(singularOf(owner));
  const qualified = plain.startsWith(noun) ? plain : `${noun}${plain}`;
  if (use.owners.size === 1) return [qualified, `${qualified}Filter`, qualified];
  const filter = use.isQuery && !queries.has(plain) ? [`${plain}Filter`] : [];
  return [plain, ...filter, qualified, `${qualified}Filter`, qualified];
}

/** WordPress's texts, which are an object of what is stored and what is shown. */
function idiomOf(node: NamedNode): string | undefined {
  if (node.kind !== 'object') return undefined;
  const names = node.properties
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
