import type { SourceReader } from './parameters/parameter-conversion.js';
import {
  cacheTtl,
  hasCacheInterceptor,
  lostDescriptions,
  mayReturnNothing,
  needlessDecorators,
  returnNotes,
  withoutCacheInterceptor,
} from './handler-decorators.js';
import { COMMON, named, PACKAGE } from './nest-decorators.js';
import type { Place, ReadHandler } from './read-handlers.js';
import {
  type Edit,
  indentOf,
  type ImportedName,
  removeNode,
  replaceNode,
} from '../compiler/syntax/text-edits.js';

/** The decorators and parameters of a handler become those of a route. */
export function convertHandler(
  handler: ReadHandler,
  permission: string | undefined,
  { length }: Place,
  isClassCached: boolean,
  reader: SourceReader,
): {
  readonly edits: readonly Edit[];
  readonly imports: readonly ImportedName[];
  readonly notes: readonly string[];
} {
  const { node, decorators, route, paths, parameters } = handler;
  const indent = indentOf(route.node);
  const edits: Edit[] = [];
  const imports: ImportedName[] = [];
  const notes = parameters.flatMap((one) => [...one.notes]);
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
  const hasOfNest = isFilledByNest(handler);
  // An entry of @Cache does not know what Nest fills.
  const isCached = isClassCached || (!hasOfNest && hasCacheInterceptor(decorators, reader));
  if (isCached && route.name === 'Get') {
    lines.push(`@Cache({ ttl: '${cacheTtl(decorators)}' })`);
    imports.push(ours('Cache'));
    notes.push(
      '@Cache has one entry for each user, unless the permission is PublicAccess; CacheInterceptor had one for all.',
    );
  }
  if (isCached) edits.push(...withoutCacheInterceptor(decorators, reader));
  edits.push(replaceNode(route.node, lines.join(`\n${indent}`)));
  // What Nest still fills goes through its pipes.
  const pipes = hasOfNest ? [] : named(decorators, COMMON, 'UsePipes');
  const needless = needlessDecorators(node, decorators);
  const descriptions = lostDescriptions(needless);
  if (descriptions.length > 0) {
    notes.push(`${descriptions.join(', ')}: the doc comment of the method can.`);
  }
  const gone = [...needless, ...pipes];
  edits.push(...gone.map((one) => removeNode(one.node)));
  edits.push(...parameters.flatMap((one) => one.edits));
  imports.push(...parameters.flatMap((one) => one.imports));
  notes.push(...returnNotes(node, decorators, checker));
  return { edits, imports, notes };
}

/** Whether Nest still fills a parameter of a handler. */
export function isFilledByNest({ parameters }: ReadHandler): boolean {
  return parameters.some(({ isOfNest }) => isOfNest);
}

export function ours(name: string): ImportedName {
  return { name, module: PACKAGE };
}

export function quoted(text: string): string {
  return `'${text}'`;
}
