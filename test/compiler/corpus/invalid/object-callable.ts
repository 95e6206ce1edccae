import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Call {
  (id: string): string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(call: Call, make: { new (): string }) {}
}

// RR2014 at 4:3
// RR2014 at 10:30
