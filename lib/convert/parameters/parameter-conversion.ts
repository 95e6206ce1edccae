import type { ts } from '../../compiler/program/typescript.js';
import type { Edit, ImportedName, ImportedNames } from '../../compiler/syntax/text-edits.js';

/** The tools with which a conversion reads a file. */
export interface SourceReader {
  readonly imported: ImportedNames;
  readonly checker: ts.TypeChecker;
  /** The local name of our `@Param`. */
  readonly paramName: string;
}

/** The result for one parameter of a handler. */
export interface ParameterConversion {
  readonly edits: readonly Edit[];
  readonly imports: readonly ImportedName[];
  readonly notes: readonly string[];
  /** Nest fills it, through its pipes. */
  readonly isOfNest: boolean;
  /** The arguments that it takes, as clients name them. */
  readonly takes: readonly string[];
  /** The class whose properties are arguments. */
  readonly valueClass?: ts.ClassDeclaration;
  /** It needs `unknownArguments: 'refuse'`. */
  readonly rejectsOthers?: boolean;
  /** Why the handler cannot be converted. */
  readonly obstacle?: string;
}

/** How a handler's parameters are converted. */
export interface ParameterContext {
  readonly placeholders: ReadonlySet<string>;
  /** The arguments of the parameters before. */
  readonly taken: ReadonlySet<string>;
  /** Whether an argument that nothing required may be absent; its type must admit `undefined` then. */
  readonly keepsOptional: boolean;
  /** An interceptor of Nest reads the form, after arguments are read. */
  readonly hasFiles: boolean;
  /** Everything that may read a value of the query or the body before the method: an argument may come from either. */
  readonly readers: readonly string[];
  /** The pipes of the application, the class and the method. */
  readonly pipes: readonly ts.Expression[];
  /** Why `unknownArguments: 'refuse'` cannot be written, or does not count for the handler. */
  readonly rejectionObstacle: string | undefined;
}
