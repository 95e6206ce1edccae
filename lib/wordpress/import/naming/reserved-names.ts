/** Words that no parameter can have as its name in a module. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval ' +
    'export extends false finally for function if implements import in instanceof interface let new ' +
    'null package private protected public return static super switch this throw true try typeof var ' +
    'void while with yield undefined NaN Infinity'
  ).split(' '),
);

/** Types of the language, of Node and of the library that a type of the same name would hide. */
const KNOWN_TYPES: readonly string[] = (
  'Array Boolean Buffer Date Error Event Function Map Number Object Omit Partial Pick Promise ' +
  'Readonly Record Request Required Response Set String Symbol URL int ' +
  'Arguments Cache Callback Capability Format HttpMethod ListOf Param PublicAccess RestController ' +
  'RestException RestModule RestRequest RestResponse RestRoute UploadedFile ValueClass Module'
).split(' ');

/** The names that no generated type may have. */
export const RESERVED_TYPES: ReadonlySet<string> = new Set(KNOWN_TYPES);

/** Whether a text can be the name of a property without quotation marks. */
export function isPropertyName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__';
}

/** Whether a text can be the name of a parameter. */
export function isParameterName(name: string): boolean {
  return isPropertyName(name) && !RESERVED.has(name);
}

/** Whether a text can be the name of a property of a class: a field cannot be named like these. */
export function isFieldName(name: string): boolean {
  return name !== 'constructor' && name !== '__proto__' && name !== 'prototype';
}
