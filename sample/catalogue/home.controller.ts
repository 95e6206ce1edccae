import { Controller, Get, Redirect } from '@nestjs/common';

/** Leads a browser from the root of the application to the API reference. */
@Controller()
export class HomeController {
  @Get()
  @Redirect('/reference')
  home(): void {}
}
