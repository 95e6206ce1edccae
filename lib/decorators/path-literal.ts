type Lower =
  | 'a'
  | 'b'
  | 'c'
  | 'd'
  | 'e'
  | 'f'
  | 'g'
  | 'h'
  | 'i'
  | 'j'
  | 'k'
  | 'l'
  | 'm'
  | 'n'
  | 'o'
  | 'p'
  | 'q'
  | 'r'
  | 's'
  | 't'
  | 'u'
  | 'v'
  | 'w'
  | 'x'
  | 'y'
  | 'z';
type DigitOrSign =
  | '0'
  | '1'
  | '2'
  | '3'
  | '4'
  | '5'
  | '6'
  | '7'
  | '8'
  | '9'
  | '.'
  | '_'
  | '~'
  | '-'
  | '/'
  | '{'
  | '}';

type HasPathCharactersOnly<Text extends string> = Text extends `${infer Head}${infer Rest}`
  ? Head extends Lower | Uppercase<Lower> | DigitOrSign
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
