import {
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';

@ValueClass()
class Limited {
  @Param({ maxLength: 5 }) a!: string;
  @ListOf('string', { maxItems: 3 }) list!: string[];
  @Param({ description: 'A title.' }) title!: string;
  /** @maxLength 5 */
  tagged!: string;
  @Param({ enum: ['a', 'b'] }) kind!: string;
}
@ValueClass()
class Inherited extends Limited {}

@ValueClass()
class Lost implements Limited {
  @Param() a!: string;
  list!: string[];
  @Param() title!: string;
  tagged!: string;
  kind!: string;
}
@ValueClass()
class LostByHelper implements Pick<Limited, 'a'> {
  a!: string;
}
@ValueClass()
class LostOfBase implements Partial<Inherited> {
  @Param({ minLength: 1 }) a?: string;
}
@ValueClass()
class Restated implements Limited {
  @Param({ maxLength: 9 }) a!: string;
  /** @maxItems 3 */
  list!: string[];
  title!: string;
  tagged!: string;
  kind!: 'a' | 'b';
}
@ValueClass()
class Extended extends Limited implements Limited {
  declare a: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    @ListOf(Lost) lost: Lost[],
    @ListOf(LostByHelper) helper: LostByHelper[],
    @ListOf(LostOfBase) base: LostOfBase[],
    @ListOf(Restated) restated: Restated[],
    @ListOf(Extended) extended: Extended[],
  ) {}
}

// RR2029 at 25:3
// RR2029 at 26:3
// RR2029 at 29:3
// RR2029 at 33:3
// RR2029 at 37:3
