import { ts } from '../compiler/program/typescript.js';
import type { Application } from './application/application.js';
import type { SourceReader } from './parameters/parameter-conversion.js';
import { guardsOf, joinGuards, possibleGuard } from './application/guards.js';
import { convertHandler, isFilledByNest, ours, quoted } from './convert-handler.js';
import { hasCacheInterceptor, withoutCacheInterceptor } from './handler-decorators.js';
import { joinRemarks, type Remark } from './remarks.js';
import { type ConvertedHandler, decidePermissions } from './permissions.js';
import {
  classDecorators,
  COMMON,
  decoratorsOf,
  named,
  type NestDecorator,
  PACKAGE,
  symbolOf,
} from './nest-decorators.js';
import {
  controllerPaths,
  isHandler,
  type ReadHandler,
  otherPipe,
  pipesOf,
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

/** The changes and the remarks of the conversion of a class. */
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
  /** `forRoot` must have `unknownArguments: 'refuse'`. */
  readonly rejectsOthers: boolean;
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
  const { decorators: ofClass, hidden } = classDecorators(node, checker);
  const pipe = otherPipe(ofClass);
  if (pipe !== undefined) return nothing(`${pipe} of @UsePipes() has no counterpart`);
  const { urls, strict } = choices;
  const inherited = hidden === undefined ? [] : [possibleGuard(hidden)];
  const guards = joinGuards([urls.guards, guardsOf(ofClass, checker), ...inherited]);
  const context = { places, guards, pipes: [...urls.pipes, ...pipesOf(ofClass)], urls, strict };
  const found = node.members.filter(ts.isMethodDeclaration).map((method) => ({
    method,
    read: readHandler(method, reader, context),
  }));
  const inheritedHandlers = inheritedMethods(node, checker);
  const reasons = found.flatMap(({ read }) => read.filter((one) => typeof one === 'string'));
  const { handlers, shadowed } = withoutShadowed(
    found.flatMap(({ read }) => read.filter((one) => typeof one !== 'string')),
    [
      ...inheritedHandlers,
      ...found.filter(({ read }) => typeof read[0] === 'string').map(({ method }) => method),
    ],
    places,
    checker,
  );
  const left = [...reasons, ...shadowed, ...inheritedNotes(inheritedHandlers, hidden)];
  if (handlers.length === 0) {
    return left.length === 0
      ? undefined
      : { ...nothing('no handler can be converted'), notes: left };
  }
  const isMoved = modulePath.length > 0 && choices.urls.movesRoutes;
  const place = placeOf(handlers, places, isMoved, choices.urls);
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
  rejectsOthers: false,
  isMoved: false,
  valueClasses: [],
} as const;

/** The parts from which a converted class is assembled. */
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
  const notes = [...left, ...calledByOthers(node, reader)];
  const said: Remark[] = [];
  const imports: ImportedName[] = ['HttpMethod', 'RestController', 'RestRoute'].map(ours);
  const keepsController = left.length > 0;
  const isCached =
    !keepsController && !handlers.some(isFilledByNest) && hasCacheInterceptor(decorators, reader);
  const { decided, shared, callbacks } = decidePermissions(
    node,
    decorators,
    handlers,
    trustsGuards,
  );
  handlers.forEach((handler, at) => {
    const own = decided[at]?.permission;
    const permission = own === undefined || own === shared ? undefined : own;
    const converted = convertHandler(handler, permission, place, isCached, reader);
    edits.push(...converted.edits);
    imports.push(...converted.imports);
    said.push(...converted.notes.map((note) => [handler.name, note] as const));
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
    notes: [...notes, ...joinRemarks(said)],
    namespace: place.namespace,
    rejectsOthers: handlers.some((one) =>
      one.parameters.some((each) => each.rejectsOthers === true),
    ),
    isMoved,
    valueClasses: handlers.flatMap(({ parameters }) =>
      parameters.flatMap(({ valueClass }) => valueClass ?? []),
    ),
  };
}

/** @param hidden A base class that the sources do not show, such as that of a mixin: it may have handlers. */
function inheritedNotes(
  methods: readonly ts.MethodDeclaration[],
  hidden: string | undefined,
): readonly string[] {
  const names = methods.map((one) => one.name.getText()).join(', ');
  return [
    ...(names === '' ? [] : [`${names} of its base class stay as they were.`]),
    ...(hidden === undefined ? [] : [`handlers of ${hidden}, if it has any, stay as they were.`]),
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

/** The packages whose decorators on a class or a handler concern requests. */
const OF_REQUESTS =
  /^(?:@nestjs\/(?:cache-manager|common|swagger|throttler)|nestjs-rest-routes|class-.*)$/;

/**
 * The methods of a controller that others than routes call: events, jobs, patterns, queues, resolvers. Nest
 * creates the class at startup for them, which a person must know of a class that routes create on first use.
 */
function calledByOthers(
  node: ts.ClassDeclaration,
  { imported, checker }: SourceReader,
): readonly string[] {
  const found = [node, ...node.members.filter(ts.isMethodDeclaration)].flatMap((one) => {
    const decorators = decoratorsOf(one, imported);
    const isMethod = one !== node && !isHandler(decorators);
    const name = one === node ? 'the class' : (one.name?.getText() ?? '');
    return decorators
      .filter(({ module, callee }) => {
        if (OF_REQUESTS.test(module)) return false;
        const [declaration] = symbolOf(callee, checker)?.declarations ?? [];
        return isMethod || declaration?.getSourceFile().isDeclarationFile === true;
      })
      .map((decorator) => `${name} has ${decorator.node.getText()}`);
  });
  return found.length === 0
    ? []
    : [
        `${found.join(', ')}: others than routes may call it, so Nest creates the class at startup.`,
      ];
}
