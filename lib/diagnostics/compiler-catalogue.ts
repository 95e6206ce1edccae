import { limitsOfType, type SchemaType } from '../schema/vocabulary.js';

/**
 * Everything in a source that its reader cannot turn into a signature. Each stops the build: an
 * argument without a schema would reach the method unchecked.
 */
export const COMPILER_DIAGNOSTICS = {
  RR2001: {
    title: 'no schema can express a type',
    remedy:
      'Use int, number, string, boolean, Date, an enum, a union of literals, an interface, Record<string, T>, unknown, a @ValueClass(), or lists and unions of those; a service is injected by its class.',
  },
  RR2002: {
    title: 'an enum mixes strings and numbers, or a union has a service or the request',
    remedy:
      'Give all members of an enum strings, or all of them numbers; keep services and the request out of unions.',
  },
  RR2003: {
    title: 'a type cannot be found',
    remedy: 'Import it, or correct the path of its import.',
  },
  RR2004: {
    title: 'a type parameter has no type argument',
    remedy: 'Write the type, or give the type argument where the generic base class is extended.',
  },
  RR2005: {
    title: 'a parameter has no name, because it is destructured',
    remedy: 'Name the parameter and destructure it in the body, or give each part a parameter.',
  },
  RR2006: {
    title: 'a rest parameter cannot be an argument',
    remedy: 'Make it a list: ids: int[].',
  },
  RR2007: {
    title: 'a parameter has neither a type nor a default that implies one',
    remedy: 'Write its type: page: int = 1.',
  },
  RR2008: {
    title: 'a route is declared on a method whose name is private or computed',
    remedy: 'Give the method a name: neither #private nor computed.',
  },
  RR2009: {
    title: 'a route is declared on something that is not a method of the instance',
    remedy: 'Decorate a method of the instance: not a static one, an accessor or a property.',
  },
  RR2010: {
    title: 'a method has overloads',
    remedy: 'Keep one declaration, with all parameters.',
  },
  RR2011: {
    title: 'the value of an enum is not a constant',
    remedy: 'Give every member a string or a number.',
  },
  RR2012: {
    title: 'the method that a callback names cannot be read',
    remedy: 'Pass the static method itself: new Callback(ItemsController.mayEdit).',
  },
  RR2013: {
    title: 'a class cannot be imported by the controller',
    remedy: 'Export the class from the file that declares it.',
  },
  RR2014: {
    title: 'an interface with methods is neither a value nor a class that can be injected',
    remedy:
      'Use a class (it may be abstract) as the type of a service, and an interface without methods as the type of values.',
  },
  RR2016: {
    title: 'a property has a computed name or none',
    remedy:
      'Give every property a name of its own: no computed name, and no index signature in a value class.',
  },
  RR2017: {
    title: 'compiled files are older than their signatures, and the incremental build keeps them',
    remedy:
      'Delete the output folder and the .tsbuildinfo file and build again, or set "deleteOutDir": true in nest-cli.json.',
  },
  RR2018: {
    title: 'a property of a value class is declared in its constructor',
    remedy: 'Declare it as a property of the class: sku: string;',
  },
  RR2019: {
    title: 'the compiler target of the project is older than ES2015',
    remedy: 'Set "target" to "ES2017" or later there; new Nest applications have "ES2023".',
  },
  RR2020: {
    title: 'a type contains itself, and no object is between',
    remedy:
      'An object may contain itself: make the list or the union a property of an interface. For any value of JSON, use unknown.',
  },
  RR2021: {
    title: 'a type contains too many objects, or nests them too deeply',
    remedy: 'Use unknown or Record<string, unknown> for parts that need no check.',
  },
  RR2022: {
    title: 'a tag of a doc comment does not fit the type of its property',
    remedy: `Numbers take ${tagsFor('number')}; strings ${tagsFor('string')}; lists ${tagsFor('array')}; objects ${tagsFor('object')}.`,
  },
  RR2023: {
    title: 'the value of a tag of a doc comment cannot be used',
    remedy:
      'State each limit once, in the form @minimum 1, @maxLength 40, @pattern ^[a-z]+$, @format email, @uniqueItems; @default takes a value of the type.',
  },
  RR2024: {
    title:
      'a helper or an intersection takes a property out of its class, and its decorators are lost',
    remedy:
      'Use the class itself, or an interface whose limits are tags of doc comments: /** @minLength 2 */.',
  },
  RR2025: {
    title: 'the file of signatures cannot import a class',
    remedy: 'Export the class from its file, or declare the class outside of functions.',
  },
  RR2026: {
    title: 'limits of the parts of a type cannot hold together',
    remedy:
      'State one @pattern, one @format or one @multipleOf for a property, and no limit of another type; or declare the property in one place with all of its limits.',
  },
  RR2027: {
    title: 'a type is computed from other types, and the limits of these would be lost',
    remedy:
      "Name the limited type or property itself, as in Title or Item['title'], or declare an interface that states the limits.",
  },
  RR2028: {
    title: 'a tag of a doc comment has no effect at its place',
    remedy:
      'Write the tag before the name of a property, a parameter (/** @minimum 1 */ page: int), an interface or a type alias; for items, values of a map or one type of a union, before an alias (/** @maxLength 5 */ type Title = string).',
  },
  RR2029: {
    title: 'a class implements a class whose decorators limit a property, and does not limit it',
    remedy:
      'A class does not inherit decorators from a class that it implements. Write extends instead of implements, repeat the limits on the property, or implement an interface whose limits are tags of doc comments.',
  },
  RR2030: {
    title: 'a tag of a doc comment is misspelt',
    remedy:
      'Correct its name: @minimum 1. It would have no effect. A tag of another tool needs a name that differs by more than one letter from those of limits and @default.',
  },
} as const;

export type CompilerDiagnosticCode = keyof typeof COMPILER_DIAGNOSTICS;

/**
 * The text of a diagnostic of the source reader.
 *
 * @example
 * describeCompilerDiagnostic('RR2006', 'ItemsController.list, ids', '...ids: int[]');
 * // RR2006: a rest parameter cannot be an argument (ItemsController.list, ids). Received ...ids: int[]. Make it a list: ids: int[].
 */
export function describeCompilerDiagnostic(
  code: CompilerDiagnosticCode,
  place: string,
  received: string,
): string {
  const { title, remedy } = COMPILER_DIAGNOSTICS[code];
  return `${code}: ${title} (${place}). Received ${received}. ${remedy}`;
}

/** `@minItems, @maxItems and @uniqueItems`. */
function tagsFor(type: SchemaType): string {
  return limitsOfType(type)
    .map((name) => `@${name}`)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ');
}
