import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';

interface Item {
  /** @minLenght 2 */
  name: string;
}

/** @maxLegth 5 */
type Title = string;

/** @minPropertes 1 */
interface Options {
  color?: string;
}

@ValueClass()
class Size {
  /** @defalt 1 */
  @Param()
  width?: int;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(/** @minimun 1 */ page: int, item: Item) {}

  @RestRoute('/titles', HttpMethod.Post, new PublicAccess())
  title(title: Title, options: Options) {}

  @RestRoute('/sizes', HttpMethod.Post, new PublicAccess())
  size(@Param() size: Size) {}
}

// RR2030 at 12:7
// RR2030 at 16:5
// RR2030 at 19:5
// RR2030 at 26:7
// RR2030 at 34:14
