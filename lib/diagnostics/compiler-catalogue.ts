/**
 * Everything in a source that its reader cannot turn into a signature. Each stops the build: an
 * argument without a schema would reach the method unchecked.
 */
export const COMPILER_DIAGNOSTICS = {
  RR2001: {
    title: 'no schema can express a type',
    remedy:
      'Use int, number, string, boolean, Date, an enum, a union of literals, or a list of those or of a @ValueClass(); a service is injected by its class.',
  },
  RR2002: {
    title: 'a union mixes kinds of values',
    remedy:
      'Use one type and null, or a union of literals that are all strings or all numbers. Give two kinds of value two parameters.',
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
    title: 'a parameter has neither a type nor a default that shows it',
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
    title: 'an interface or a type does not exist at run time, so nothing can be injected for it',
    remedy: 'Use a class (it may be abstract) as the type of a service.',
  },
  RR2015: {
    title: 'the source does not show whether a number is an integer',
    remedy: 'Write int or number where the parameter is declared.',
  },
  RR2016: {
    title: 'a property of a value class has a computed name or none',
    remedy: 'Give every property a name of its own: no index signature, no computed name.',
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
