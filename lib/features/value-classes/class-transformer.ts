import type { Class } from '../../shared/records.js';
import { isNotInstalled } from '../../shared/is-not-installed.js';
import { importTransformerStorage, type TransformerStorage } from '../../nest/internals.js';

/** class-transformer, with the functions that are used here; an optional peer. */
export interface ClassTransformer {
  /**
   * Whether a class or one of its properties is decorated.
   *
   * @param made Properties whose values are instances already: `@Type` does not change them.
   */
  isDecorated(type: Class, properties: readonly string[], made: ReadonlySet<string>): boolean;
  /** The class that `@Type` names; `undefined` also if it names one for each value of a discriminator. */
  typeOf(type: Class, property: string): Class | undefined;
  /** Whether `@Transform` changes a property of a request. */
  transforms(type: Class, property: string): boolean;
  /** The name that `@Expose` gives a property in requests. */
  exposedName(type: Class, property: string): string | undefined;
  /** Whether `@Exclude` leaves a property of a request out. */
  excludes(type: Class, property: string): boolean;
  /** Makes an instance from the properties of a request. */
  toInstance(type: Class, properties: object): object;
}

const PLAIN_TO_CLASS = 0;

export async function loadClassTransformer(): Promise<ClassTransformer | undefined> {
  const loaded = await importIfInstalled();
  if (loaded === undefined) return undefined;
  const { plainToInstance, storage } = loaded;
  return {
    isDecorated: (type, properties, made) =>
      storage.getStrategy(type) !== 'none' ||
      properties.some((name) => isPropertyDecorated(storage, type, name, made.has(name))),
    typeOf: (type, property) => namedType(storage, type, property),
    transforms: (type, property) =>
      storage.findTransformMetadatas(type, property, PLAIN_TO_CLASS).length > 0,
    exposedName: (type, property) => {
      const { name, toPlainOnly } = storage.findExposeMetadata(type, property)?.options ?? {};
      return toPlainOnly === true ? undefined : name;
    },
    excludes: (type, property) => isExcluded(storage, type, property),
    toInstance: (type, properties) => plainToInstance(type as never, properties) as object,
  };
}

function isPropertyDecorated(
  storage: TransformerStorage,
  type: Class,
  name: string,
  isMade: boolean,
): boolean {
  return (
    (!isMade && storage.findTypeMetadata(type, name) !== undefined) ||
    storage.findExposeMetadata(type, name) !== undefined ||
    storage.findExcludeMetadata(type, name) !== undefined ||
    storage.findTransformMetadatas(type, name, PLAIN_TO_CLASS).length > 0
  );
}

function isExcluded(storage: TransformerStorage, type: Class, name: string): boolean {
  const excluded = storage.findExcludeMetadata(type, name);
  if (excluded !== undefined) return excluded.options?.toPlainOnly !== true;
  const isExposed = storage.findExposeMetadata(type, name) !== undefined;
  return storage.getStrategy(type) === 'excludeAll' && !isExposed;
}

function namedType(storage: TransformerStorage, type: Class, name: string): Class | undefined {
  const { typeFunction, options } = storage.findTypeMetadata(type, name) ?? {};
  const named = options?.discriminator === undefined ? typeFunction?.() : undefined;
  return typeof named === 'function' ? (named as Class) : undefined;
}

async function importIfInstalled() {
  try {
    const { plainToInstance } = await import('class-transformer');
    return { plainToInstance, storage: await importTransformerStorage() };
  } catch (error) {
    if (isNotInstalled(error)) return undefined;
    throw error;
  }
}
