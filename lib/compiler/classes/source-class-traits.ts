import type { ClassReaders, ClassTraits } from '../../routes/declaration/route-declaration.js';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { isAbstract } from '../syntax/modifiers.js';
import { decoratorsOf, isValueClass } from '../syntax/our-decorators.js';
import { lineageOf, type Ancestor } from './heritage.js';
import { propertyTraits } from './property-traits.js';

/** Gives the rules the traits of the classes of a program; each class is read once. */
export function traitsReader(view: ProjectView): ClassReaders['traits'] {
  const known = new Map<unknown, ClassTraits | undefined>();
  return ({ ref }) => {
    if (!known.has(ref)) known.set(ref, traitsOf(ref as ts.Symbol | undefined, view));
    return known.get(ref);
  };
}

/** `undefined` for a compiled class, which has lost its decorators: they are checked at startup. */
function traitsOf(symbol: ts.Symbol | undefined, view: ProjectView): ClassTraits | undefined {
  const node = symbol?.valueDeclaration;
  if (symbol === undefined || node === undefined || !ts.isClassLike(node)) return undefined;
  if (node.getSourceFile().isDeclarationFile) return undefined;
  view.visit(node);
  const lineage = lineageOf(node, view);
  const properties = propertyTraits(symbol, view);
  return {
    isMarked: lineage.some((one) => isValueClass(one.node, view)),
    isInjectable: lineage.some((one) => mayBeInjectable(one, view)),
    takesServices: takesParameters(lineage) || properties.some(({ isInjected }) => isInjected),
    // An abstract class has no instances: it is an injection token.
    hasBehaviour: isAbstract(node) || properties.some(({ isBehaviour }) => isBehaviour),
    hasValues: properties.some(({ isValue }) => isValue),
  };
}

/** An unknown decorator may be a composed one that includes `@Injectable()`. */
function mayBeInjectable({ node }: Ancestor, view: ProjectView): boolean {
  const { ours, others } = decoratorsOf(node, view);
  return others > 0 || ours.some(({ name }) => name !== 'ValueClass');
}

/** Whether the nearest constructor has parameters. */
function takesParameters(lineage: readonly Ancestor[]): boolean {
  const nearest = lineage
    .map(({ node }) => node.members.filter(ts.isConstructorDeclaration))
    .find((constructors) => constructors.length > 0);
  return nearest?.some(({ parameters }) => parameters.length > 0) === true;
}
