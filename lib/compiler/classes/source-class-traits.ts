import type { ClassReaders, ClassTraits } from '../../model/declaration/class-readers.js';
import { createClassReferences } from './class-references.js';
import { lineageOf, type Ancestor } from './heritage.js';
import { decoratorsOf, named } from '../syntax/our-decorators.js';
import { propertyTraits } from './property-traits.js';
import type { ProjectView } from '../program/project-view.js';
import { NO_TYPE_ARGUMENTS } from '../types/type-reader.js';
import { ts } from '../program/typescript.js';

/** Tells the rules what the classes of a program are, each looked into once. */
export function traitsReader(view: ProjectView): ClassReaders['traits'] {
  const known = new Map<unknown, ClassTraits | undefined>();
  return ({ ref }) => {
    if (!known.has(ref)) known.set(ref, traitsOf(ref as ts.Symbol | undefined, view));
    return known.get(ref);
  };
}

/** A compiled class has lost its decorators: the boot sees them. */
function traitsOf(symbol: ts.Symbol | undefined, view: ProjectView): ClassTraits | undefined {
  const node = symbol?.valueDeclaration;
  if (symbol === undefined || node === undefined || !ts.isClassLike(node)) return undefined;
  if (node.getSourceFile().isDeclarationFile) return undefined;
  view.visit(node);
  const references = createClassReferences(view, node);
  const scope = { view, references, typeArguments: NO_TYPE_ARGUMENTS, depth: 0 };
  const lineage = lineageOf(node, scope);
  const properties = propertyTraits(symbol, view);
  const isAbstract = (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Abstract) !== 0;
  return {
    isMarked: lineage.some((one) => named(decoratorsOf(one.node, view), 'ValueClass').length > 0),
    isInjectable: lineage.some((one) => mayBeInjectable(one, view)),
    takesServices: takesParameters(lineage) || properties.some(({ isInjected }) => isInjected),
    // An abstract class has no instances of its own: it is a token.
    hasBehaviour: isAbstract || properties.some(({ isBehaviour }) => isBehaviour),
    hasValues: properties.some(({ isValue }) => isValue),
  };
}

/** A decorator that is not known here may be composed, and have `@Injectable()` in it. */
function mayBeInjectable({ node }: Ancestor, view: ProjectView): boolean {
  const { ours, others } = decoratorsOf(node, view);
  return others > 0 || ours.some(({ name }) => name !== 'ValueClass');
}

function takesParameters(lineage: readonly Ancestor[]): boolean {
  const constructors = lineage.flatMap(({ node }) => {
    const own = node.members.filter(ts.isConstructorDeclaration);
    return own.length > 0 ? [own] : [];
  });
  const [nearest = []] = constructors;
  return nearest.some(({ parameters }) => parameters.length > 0);
}
