import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

class Base<T> {
  value: T;
}
interface Box<T> {
  value: T;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: Pick<Base<string>, 'value'>) {}
}

// RR2004 at 4:10
