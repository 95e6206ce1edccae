import { isForeignKey } from '../../decorators/first-use.js';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import type { OwnFacts } from '../../routes/route-description.js';
import type { Class } from '../../shared/records.js';
import { isExcludedFromDocuments } from '../internals.js';
import { swaggerTexts } from './swagger-texts.js';
import { guardNames } from './enhancers-around.js';

/** The guards of a route and the metadata of the application's decorators: those of its class, then of its method. */
export function ownDecorators(
  type: Class,
  methodName: string,
): Pick<OwnFacts, 'guards' | 'metadata' | 'isExcluded' | 'documented'> {
  const method = decoratedMethodOf(type, methodName);
  const subjects = typeof method === 'function' ? [type, method] : [type];
  return {
    // A route checks its permission without the guard of the library.
    guards: subjects.flatMap(guardNames),
    metadata: [...new Set(subjects.flatMap(metadataOf))],
    documented: typeof method === 'function' ? swaggerTexts(type, method) : undefined,
    isExcluded: typeof method === 'function' && isExcludedFromDocuments(type, method),
  };
}

/** The keys that `@nestjs/swagger` writes for documents. */
const OF_DOCUMENTS = /^swagger\//;

/** The key of a decorator of `Reflector.createDecorator`. */
const RANDOM = /^[\w-]{21}$/;

const MOST_CHARACTERS = 60;

function metadataOf(subject: object): readonly string[] {
  const keys: readonly unknown[] = Reflect.getMetadataKeys(subject);
  return keys.filter(isForeignKey).flatMap((key) => {
    const name = typeof key === 'symbol' ? (key.description ?? '') : String(key);
    if (OF_DOCUMENTS.test(name)) return [];
    const stated: unknown = Reflect.getMetadata(key, subject);
    // `@Throttle({ default: { limit: 5, ttl: 60_000 } })` writes all of its options, also those without a value.
    if (stated === undefined) return [];
    const value = valueWords(stated);
    return [name === '' || RANDOM.test(name) ? value : `${name}: ${value}`];
  });
}

function valueWords(value: unknown): string {
  if (typeof value === 'function') return value.name === '' ? 'function' : value.name;
  let text: string;
  try {
    text = JSON.stringify(value) ?? typeof value;
  } catch {
    // A cycle, or a BigInt.
    text = typeof value;
  }
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;
}
