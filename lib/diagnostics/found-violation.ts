/** What a validation pipe found, and the property where it is known: `author.name`. */
export interface FoundViolation {
  readonly name: string | undefined;
  readonly message: string;
}
