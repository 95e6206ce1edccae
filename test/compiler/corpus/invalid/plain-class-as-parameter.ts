import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { IsString } from 'class-validator';

class Plain {
  title: string;
  count: int = 1;
}

class Optional {
  q?: string;
}

class Validated {
  @IsString() title: string = '';
}

class Described {
  @Param({ minLength: 1 }) title: string = '';
}

function Partially<T extends object>(type: new () => T): new () => Partial<T> {
  return type;
}

class Updated extends Partially(Plain) {}

class Extended extends Plain {
  more: boolean = true;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/a', HttpMethod.Post, new PublicAccess())
  a(body: Plain) {}

  @RestRoute('/b', HttpMethod.Get, new PublicAccess())
  b(query: Optional) {}

  @RestRoute('/c', HttpMethod.Post, new PublicAccess())
  c(body: Validated) {}

  @RestRoute('/d', HttpMethod.Post, new PublicAccess())
  d(body: Described) {}

  @RestRoute('/e', HttpMethod.Post, new PublicAccess())
  e(id: int, body: Updated) {}

  @RestRoute('/f', HttpMethod.Post, new PublicAccess())
  f(body: Extended) {}
}

// RR1019 at 41:11
// RR1019 at 44:12
// RR1019 at 47:11
// RR1019 at 50:11
// RR1019 at 53:20
// RR1019 at 56:11
