type PathCharacters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._~-/{}';

type HasPathCharactersOnly<Text extends string> = Text extends `${infer Head}${infer Rest}`
  ? PathCharacters extends `${string}${Head}${string}`
    ? HasPathCharactersOnly<Rest>
    : false
  : true;

/**
 * A path whose characters are allowed: empty, or `/` and letters, digits, `. _ ~ - /` and `{name}`.
 * A literal that breaks the rule is a type error in place; a `string` is checked at startup.
 */
export type PathLiteral<Path extends string> = string extends Path
  ? Path
  : Path extends ''
    ? Path
    : Path extends `/${infer Rest}`
      ? HasPathCharactersOnly<Rest> extends true
        ? Path
        : 'A path has letters, digits, ". _ ~ - /" and {name} only'
      : 'A path is empty or begins with "/"';
