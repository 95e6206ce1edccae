/**
 * What a source may say that its reader cannot turn into a signature. Each stops the build; none is
 * passed over, because an argument without a schema would reach the method unchecked.
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
      'Use one type and null, or a union of literals that are all texts or all numbers; two kinds of value are two parameters.',
  },
  RR2003: {
    title: 'a type cannot be found',
    remedy: 'Import it, or mend the path it is imported from.',
  },
  RR2004: {
    title: 'a type parameter is left open',
    remedy: 'Name the type, or give the type argument where the generic base class is extended.',
  },
  RR2005: {
    title: 'a parameter has no name, because it is destructured',
    remedy: 'Name the parameter and take it apart in the body, or give each part a parameter.',
  },
  RR2006: {
    title: 'a rest parameter is no argument',
    remedy: 'Make it a list: ids: int[].',
  },
  RR2007: {
    title: 'a parameter has neither a type nor a default that tells it',
    remedy: 'Write its type: page: int = 1.',
  },
  RR2008: {
    title: 'a route stands on a method whose name is not a plain one',
    remedy: 'Give the method a name: neither #private nor computed.',
  },
  RR2009: {
    title: 'a route stands on something else than a method',
    remedy: 'Decorate a method of the instance: not a static one, an accessor or a property.',
  },
  RR2010: {
    title: 'a method has overloads',
    remedy: 'Keep one declaration, with all parameters.',
  },
  RR2011: {
    title: 'the value of an enum is not a constant',
    remedy: 'Give every member a text or a number.',
  },
  RR2012: {
    title: 'it cannot be read which method a callback names',
    remedy: 'Name the static method itself: new Callback(ItemsController.mayEdit).',
  },
  RR2013: {
    title: 'a class cannot be reached from the controller',
    remedy: 'Export the class from the file that declares it.',
  },
  RR2014: {
    title: 'an interface or a type is gone at run time, so nothing can be injected for it',
    remedy: 'Use a class (it may be abstract) as the type of a service.',
  },
  RR2015: {
    title: 'it cannot be told whether a number is an integer',
    remedy: 'Write int or number where the parameter is declared.',
  },
  RR2016: {
    title: 'a property of a value class has no plain name',
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
 * The one text of a diagnostic of the source.
 *
 * @example
 * describeReaderFault('RR2006', 'ItemsController.list, ids', '...ids: int[]');
 * // RR2006: a rest parameter is no argument (ItemsController.list, ids). Received ...ids: int[]. Make it a list: ids: int[].
 */
export function describeCompilerDiagnostic(
  code: CompilerDiagnosticCode,
  place: string,
  received: string,
): string {
  const { title, remedy } = COMPILER_DIAGNOSTICS[code];
  return `${code}: ${title} (${place}). Received ${received}. ${remedy}`;
}
