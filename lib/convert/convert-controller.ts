import { ts } from '../compiler/program/typescript.js';
import type { Application } from './application.js';
import type { SourceReader } from './convert-parameter.js';
import {
  cacheTtl,
  hasCacheInterceptor,
  lostDescriptions,
  mayReturnNothing,
  mayReturnNull,
  needlessDecorators,
  withoutCacheInterceptor,
} from './handler-decorators.js';
import { type ConvertedHandler, decidePermissions } from './permissions.js';
import { COMMON, decoratorsOf, named, type NestDecorator, PACKAGE } from './nest-decorators.js';
import {
  controllerPaths,
  type ReadHandler,
  otherPipe,
  type Place,
  placeOf,
  readHandler,
} from './read-handlers.js';
import { inheritedMethods, withoutShadowed } from './shadowed-handlers.js';
import {
  type Edit,
  indentOf,
  insert,
  type ImportedName,
  readImports,
  removeNode,
  replaceNode,
} from '../compiler/syntax/text-edits.js';

/** What a conversion of a class changes, and what it says. */
export interface ControllerConversion {
  readonly className: string;
  /** Some handlers stay plain. */
  readonly keepsController: boolean;
  readonly edits: readonly Edit[];
  readonly imports: readonly ImportedName[];
  readonly converted: readonly ConvertedHandler[];
  readonly notes: readonly string[];
  /** The namespace that `forRoot` must have, where nothing sets it up yet. */
  readonly namespace: string | undefined;
  /** `RouterModule` moves its routes, unless `forRoot` has no prefix. */
  readonly isMoved: boolean;
  readonly valueClasses: readonly ts.ClassDeclaration[];
}

/** How a class is converted. */
export interface ConversionChoices {
  readonly urls: Application;
  /** Handlers behind guards are open to whom the guards let through. */
  readonly trustsGuards: boolean;
  /** The methods in which an argument that nothing required cannot be `undefined`: their code would not compile. */
  readonly strict: ReadonlySet<string>;
  /** The local name of our `@Param`: another where a parameter still needs Nest's. */
  readonly paramName: string;
}

/** Converts a class with `@Controller`; `undefined` for any other. */
export function convertController(
  node: ts.ClassDeclaration,
  checker: ts.TypeChecker,
  choices: ConversionChoices,
): ControllerConversion | undefined {
  const source = node.getSourceFile();
  const imported = readImports(source);
  const decorators = decoratorsOf(node, imported);
  const [controller] = named(decorators, COMMON, 'Controller');
  if (controller === undefined) return undefined;
  const className = node.name?.text ?? '';
  const nothing = (reason: string): ControllerConversion => ({
    ...NOTHING,
    className,
    notes: [`stays as it was: ${reason}.`],
  });
  if (node.name === undefined) return nothing('a class without a name has no permission callback');
  const modulePath = choices.urls.modulePath(node);
  if (typeof modulePath === 'string') return nothing(modulePath);
  const places = controllerPaths(controller, modulePath, checker, choices.urls);
  if (typeof places === 'string') return nothing(places);
  const reader: SourceReader = { imported, checker, paramName: choices.paramName };
  const pipe = otherPipe(decorators, reader);
  if (pipe !== undefined) return nothing(`${pipe} of @UsePipes() has no counterpart`);
  const found = node.members.filter(ts.isMethodDeclaration).map((method) => ({
    method,
    read: readHandler(method, reader, places, !choices.strict.has(method.name.getText())),
  }));
  const inherited = inheritedMethods(node, checker);
  const reasons = found.flatMap(({ read }) => read.filter((one) => typeof one === 'string'));
  const { handlers, shadowed } = withoutShadowed(
    found.flatMap(({ read }) => read.filter((one) => typeof one !== 'string')),
    [
      ...inherited,
      ...found.filter(({ read }) => typeof read[0] === 'string').map(({ method }) => method),
    ],
    places,
    checker,
  );
  const left = [...reasons, ...shadowed, ...inheritedNote(inherited)];
  if (handlers.length === 0) {
    return left.length === 0
      ? undefined
      : { ...nothing('no handler can be converted'), notes: left };
  }
  const isMoved = modulePath.length > 0 && choices.urls.movesRoutes;
  const place = placeOf(handlers, places, isMoved, choices.urls);
  if (typeof place === 'string') return nothing(place);
  const parts = { handlers, left, place, isMoved, reader };
  return assemble(node, controller, decorators, parts, choices);
}

const NOTHING = {
  keepsController: true,
  edits: [],
  imports: [],
  converted: [],
  notes: [],
  namespace: undefined,
  isMoved: false,
  valueClasses: [],
} as const;

/** What the parts of a class are made of. */
interface ClassParts {
  readonly handlers: readonly ReadHandler[];
  readonly left: readonly string[];
  readonly place: Place;
  readonly isMoved: boolean;
  readonly reader: SourceReader;
}

function assemble(
  node: ts.ClassDeclaration,
  controller: NestDecorator,
  decorators: readonly NestDecorator[],
  { handlers, left, place, isMoved, reader }: ClassParts,
  { trustsGuards }: ConversionChoices,
): ControllerConversion {
  const className = node.name?.text ?? '';
  const edits: Edit[] = [];
  const notes = [...left];
  const imports: ImportedName[] = ['HttpMethod', 'RestController', 'RestRoute'].map(ours);
  const keepsController = left.length > 0;
  const isCached = !keepsController && hasCacheInterceptor(decorators, reader);
  const { decided, shared, callbacks } = decidePermissions(
    node,
    decorators,
    handlers,
    trustsGuards,
    reader.checker,
  );
  handlers.forEach((handler, at) => {
    const own = decided[at]?.permission;
    const permission = own === undefined || own === shared ? undefined : own;
    const converted = convertHandler(handler, permission, place, isCached, reader);
    edits.push(...converted.edits);
    imports.push(...converted.imports);
    notes.push(...converted.notes);
  });
  if (callbacks !== undefined) {
    imports.push(ours('Callback'));
    edits.push(callbacks);
  }
  edits.push(controllerDecorator(controller, place, shared, keepsController));
  if (!keepsController) {
    const permissions = named(decorators, PACKAGE, 'RequirePermission');
    edits.push(...permissions.map((one) => removeNode(one.node)));
  }
  if (isCached) edits.push(...withoutCacheInterceptor(decorators, reader));
  return {
    className,
    keepsController,
    edits,
    imports,
    converted: decided,
    notes,
    namespace: place.namespace,
    isMoved,
    valueClasses: handlers.flatMap(({ parameters }) =>
      parameters.flatMap(({ valueClass }) => valueClass ?? []),
    ),
  };
}

function inheritedNote(methods: readonly ts.MethodDeclaration[]): readonly string[] {
  if (methods.length === 0) return [];
  return [
    `${methods.map((one) => one.name.getText()).join(', ')} of its base class stay as they were.`,
  ];
}

/**
 * The decorator of the class: a plain handler that stays needs `@Controller` beside ours. Above ours, it also
 * says when Nest creates the class: for each request, if it injects what is made for each request.
 */
function controllerDecorator(
  { node }: NestDecorator,
  { version, base }: Place,
  permission: string | undefined,
  keepsController: boolean,
): Edit {
  const args = [quoted(version)];
  if (base !== '' || permission !== undefined) args.push(quoted(base));
  if (permission !== undefined) args.push(permission);
  const decorator = `@RestController(${args.join(', ')})`;
  return keepsController
    ? insert(node.getEnd(), `\n${indentOf(node)}${decorator}`)
    : replaceNode(node, decorator);
}

function convertHandler(
  { node, name, decorators, route, paths, parameters }: ReadHandler,
  permission: string | undefined,
  { length }: Place,
  isClassCached: boolean,
  reader: SourceReader,
): {
  readonly edits: readonly Edit[];
  readonly imports: readonly ImportedName[];
  readonly notes: readonly string[];
} {
  const indent = indentOf(route.node);
  const edits: Edit[] = [];
  const imports: ImportedName[] = [];
  const notes = parameters.flatMap((one) => one.notes).map((note) => `${name}: ${note}`);
  const lines = paths.map((path) => {
    const rest = path
      .slice(length)
      .map((segment) => `/${segment}`)
      .join('');
    const end = permission === undefined ? '' : `, ${permission}`;
    return `@RestRoute(${quoted(rest)}, HttpMethod.${route.name}${end})`;
  });
  const statesStatus = named(decorators, COMMON, 'HttpCode').length > 0;
  const { checker } = reader;
  const status = route.name === 'Post' ? 201 : mayReturnNothing(node, checker) ? 200 : undefined;
  if (!statesStatus && status !== undefined) {
    lines.push(`@HttpCode(${status})`);
    imports.push({ name: 'HttpCode', module: COMMON });
  }
  const isCached = isClassCached || hasCacheInterceptor(decorators, reader);
  if (isCached && route.name === 'Get') {
    lines.push(`@Cache({ ttl: '${cacheTtl(decorators)}' })`);
    imports.push(ours('Cache'));
    notes.push(
      `${name}: @Cache has one entry for each user, unless the permission is PublicAccess; CacheInterceptor had one for all.`,
    );
  }
  if (isCached) edits.push(...withoutCacheInterceptor(decorators, reader));
  edits.push(replaceNode(route.node, lines.join(`\n${indent}`)));
  // What Nest still fills goes through its pipes.
  const hasOfNest = parameters.some(({ isOfNest }) => isOfNest);
  const pipes = hasOfNest ? [] : named(decorators, COMMON, 'UsePipes');
  const needless = needlessDecorators(node, decorators);
  const descriptions = lostDescriptions(needless);
  if (descriptions.length > 0) {
    notes.push(`${name}: ${descriptions.join(', ')}: the doc comment of the method can.`);
  }
  const gone = [...needless, ...pipes];
  edits.push(...gone.map((one) => removeNode(one.node)));
  edits.push(...parameters.flatMap((one) => one.edits));
  imports.push(...parameters.flatMap((one) => one.imports));
  if (mayReturnNull(node, checker)) {
    notes.push(`${name}: null is sent as JSON, where Nest sends an empty body.`);
  }
  return { edits, imports, notes };
}

function ours(name: string): ImportedName {
  return { name, module: PACKAGE };
}

function quoted(text: string): string {
  return `'${text}'`;
}
