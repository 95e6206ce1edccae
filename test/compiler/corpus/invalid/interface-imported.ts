import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { OnModuleInit } from '@nestjs/common';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: OnModuleInit) {}
}

// RR2014 at 7:11
