import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { AnyRoute } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { navigation } from '@/app/navigation';
import { router } from '@/app/router';
import { needsOf, screenOf, type Needs, type Screen, type useMayOpen } from '@/modules/screens/screens';

const src = resolve(import.meta.dirname, '..');
const root = resolve(src, '../..');
const read = (path: string) => readFileSync(path, 'utf8');

/**
 * The main call of each screen: without it the screen is empty, or has no purpose. Further calls of a page are guarded
 * by their own abilities.
 */
const standsOn: Partial<Record<Screen, string | null>> = {
  '/': 'get /home-summary',
  '/dashboard/ecommerce': 'get /reports/sales',
  '/dashboard/analytics': 'get /reports/visits',
  '/access-control': 'get /access-control',
  '/access-control/log': 'get /access-control/audit',
  '/failed-work': 'get /jobs/dead',
  '/orders/list': 'get /orders',
  '/orders/view/$id': 'get /orders/{id}/page',
  '/orders/view/$id/edit': 'put /orders/{id}/edit',
  '/orders/add': 'post /orders/drafts',
  '/orders/addresses': 'get /orders/addresses',
  '/orders/payment-cases': 'get /payment-cases',
  '/orders/batches': 'get /order-batches',
  '/orders/batches/$id': 'get /order-batches/{id}',
  '/orders/confirm': 'get /confirmations/counts',
  '/orders/confirm/waiting': 'get /confirmations',
  '/orders/confirm/unreachable': 'get /confirmations',
  '/orders/confirm/wrong-numbers': 'get /confirmations',
  '/orders/confirm/deposits': 'get /confirmations',
  '/orders/confirm/figures': 'get /confirmations/report',
  '/courier-cash': 'get /courier-cash',
  '/courier-cash/settlements': 'get /courier-settlements',
  '/courier-cash/settlements/$id': 'get /courier-settlements/{id}',
  '/courier-cash/import': 'post /courier-settlements',
  '/mentions': 'get /mentions',
  // Leads to the pickups of one courier.
  '/couriers': null,
  '/couriers/$courier/pickups': 'get /couriers/{courier}/pickups',
  '/couriers/$courier/pickups/new': 'post /couriers/{courier}/pickups',
  '/customers/list': 'get /customers',
  '/customers/list/new': 'post /customers',
  '/customers/list/segment': 'post /customer-segments',
  '/customers/view/$id': 'get /customers/{id}',
  '/customers/view/$id/edit': 'put /customers/{id}',
  '/customers/duplicates': 'get /customer-duplicates',
  '/customers/batches': 'get /customer-batches',
  '/customers/segments': 'get /customer-segments',
  '/customers/segments/$segment': 'put /customer-segments/{id}',
  '/customers/import': 'get /customer-imports',
  '/customers/import/$id': 'get /customer-imports/{id}',
  '/carts/$step': 'get /carts',
  '/carts/view/$id': 'get /carts/{id}',
  '/cart-reminders': 'get /cart-reminder-plan',
  '/marketing-notifications/list': 'get /cart-reminders',
  '/coupons/list': 'get /coupons',
  '/coupons/add': 'post /coupons',
  '/coupons/edit/$id': 'get /coupons/{id}',
  '/products/list': 'get /products',
  '/products/add': 'post /products',
  '/products/edit/$id': 'get /products/{id}',
  '/products/stock': 'get /stock',
  '/products/stock/movements': 'get /stock-movements',
  '/products/stock/$id': 'get /products/{id}/stock',
  '/products/stock/$id/$variant': 'get /products/{id}/stock',
  '/products/bulk': 'patch /products/sheet',
  '/products/batches': 'get /batches',
  '/products/batches/$id': 'get /batches/{id}',
  '/products/import': 'get /product-imports',
  '/products/import/$id': 'get /product-imports/{id}',
  '/products-categories/list': 'get /categories/list',
  '/products-categories/list/$id': 'get /categories/{id}',
  '/products-categories/products/$id': 'get /categories/{id}/products',
  '/media': 'get /media',
  '/media/$id': 'get /media/{id}',
  '/menus': 'get /menus',
  '/menus/$menu': 'get /menus/{id}',
  // Leads to the menus.
  '/settings/store/menus': null,
  '/theme/editor': 'get /themes',
  '/layout-settings': 'get /theme-options',
  '/shipping-settings': 'get /shipping-methods',
  '/shipping-settings/$id': 'get /shipping-methods/{id}',
  '/shipping-settings/couriers/$courier': 'get /courier-accounts',
  '/payment-settings': 'get /payment-methods',
  '/payment-settings/methods/$id': 'get /payment-methods',
  '/payment-settings/cod-rules': 'get /cod-rules',
  // The layout around its sections makes no call.
  '/settings/store': null,
  '/settings/store/general': 'get /settings',
  '/settings/store/checkout': 'get /settings',
  '/settings/store/stock': 'get /stock-locations',
  '/settings/store/returns': 'get /return-reasons',
  '/settings/store/vat': 'get /settings',
  '/settings/store/documents': 'get /settings',
  '/settings/store/seo': 'get /settings',
  '/settings/store/redirects': 'get /redirects',
  '/settings/store/redirects/$id': 'get /redirects/{id}',
  '/settings/store/redirects/missed': 'get /missed-addresses',
  '/settings/store/pages': 'get /pages',
  '/settings/store/pages/new': 'post /pages',
  '/settings/store/pages/$id': 'get /pages/{id}',
};

/**
 * Open to every signed-in user: their own account, a store being set up, a plan without the feature, the list of those
 * settings that they may open.
 */
const everybody = ['/ready', '/account/security', '/feature-locked', '/settings'];

const withoutEnd = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''));

/** Every route of the program, from the router. */
const routes = Object.values<AnyRoute>(router.routesById)
  // The frames of the settings and of the activity have no address of their own.
  .filter((route) => !route.isRoot && 'path' in route.options)
  .map((route) => {
    const { open: isOpen = false, needs } = route.options.staticData ?? {};
    return { path: withoutEnd(route.fullPath), isOpen, needs };
  });

/** Every screen that needs a permission. */
const screens = [...new Set(routes.filter(({ needs }) => needs).map(({ path }) => path))].sort() as Screen[];

/** The file of each page, as declared in `routes/`, by its route's full path. */
const pages = ((): Map<string, string> => {
  const found = new Map<string, string>();
  for (const file of readdirSync(join(src, 'routes')).filter((name) => name.endsWith('.routes.ts'))) {
    const own = new Map<string, string>();
    for (const [, name = '', body = ''] of read(join(src, 'routes', file)).matchAll(
      /^const (\w+) = createRoute\(\{\n([\s\S]*?)^\}\);/gm,
    )) {
      const parent = own.get(/getParentRoute: \(\) => (\w+)/.exec(body)?.[1] ?? '') ?? '';
      const path = /path: '([^']*)'/.exec(body)?.[1] ?? '';
      const fullPath = parent === '' ? path : `${parent}/${path}`.replace('//', '/');
      own.set(name, withoutEnd(fullPath));
      const page = /import\('@\/([^']+)'\)/.exec(body)?.[1];
      if (page && path) found.set(withoutEnd(fullPath), page);
    }
  }
  return found;
})();

/** The file of an import, if it is in the program. */
function fileOf(from: string, spec: string): string | undefined {
  const base = spec.startsWith('@/')
    ? join(src, spec.slice(2))
    : spec.startsWith('.')
      ? resolve(from, spec)
      : undefined;
  return base && [`${base}.ts`, `${base}.tsx`, join(base, 'index.ts')].find(existsSync);
}

/** The source of everything a page may load, its dialogs included. */
function textsOf(file: string, visited = new Map<string, string>()): Map<string, string> {
  if (visited.has(file)) return visited;
  const text = read(file);
  visited.set(file, text);
  for (const [, spec = ''] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
    const next = fileOf(dirname(file), spec);
    if (next) textsOf(next, visited);
  }
  return visited;
}

/**
 * The server's permission of each call: from the handler's signature. The API document does not have it, so it is read
 * from the source.
 */
const demanded = ((): Map<string, string> => {
  const crates = join(root, 'crates');
  const files = (readdirSync(crates, { recursive: true }) as string[])
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\/src\/.*\.rs$/.test(name));
  const texts = new Map(files.map((name) => [name, read(join(crates, name))]));
  const declared = (name: string) =>
    Object.fromEntries(
      [...(texts.get(name) ?? '').matchAll(/permissions!\s*\{([^}]*)\}/g)].flatMap(([, body = '']) =>
        [...body.matchAll(/(\w+) = (\w+) (\w+)/g)].map(([, kind = '', action = '', subject = '']) => [
          kind,
          `${action.toLowerCase()} ${subject === 'Acl' ? 'ACL' : subject}`,
        ]),
      ),
    ) as Record<string, string | undefined>;
  /** A permission declared in the file itself, or imported from the slice's `api.rs`. */
  const lookUp = (name: string, kind: string): string | undefined => {
    const own = declared(name)[kind];
    if (own) return own;
    for (let folder = dirname(name); folder.includes('/src'); folder = dirname(folder)) {
      const above = declared(`${folder}/api.rs`)[kind];
      if (above) return above;
    }
    return undefined;
  };
  const found = new Map<string, string>();
  for (const [name, text] of texts) {
    for (const match of text.matchAll(
      /#\[utoipa::path\(\s*(get|post|put|patch|delete),\s*path = "([^"]+)"[\s\S]*?\n(?:pub(?:\([^)]*\))? )?async fn/g,
    )) {
      const signature = text.slice(match.index + match[0].length).split('\n}')[0] ?? '';
      const kind = /Allowed<(?:\w+::)*(\w+)>/.exec(signature)?.[1];
      const permission = kind && lookUp(name, kind);
      if (permission) found.set(`${match[1]} ${match[2]}`, permission);
    }
  }
  return found;
})();

describe('the permission of a screen', () => {
  it('is stated for every route, and for nothing else', () => {
    expect(screens.length).toBeGreaterThan(60);
    const forgotten = routes.filter(({ path, isOpen, needs }) => !isOpen && !needs && !everybody.includes(path));
    expect(forgotten).toEqual([]);
    const idle = routes.filter(({ path, isOpen, needs }) => needs && (isOpen || everybody.includes(path)));
    expect(idle).toEqual([]);
    const paths = routes.map(({ path }) => path);
    expect([...pages.keys(), ...everybody].filter((path) => !paths.includes(path))).toEqual([]);
    expect(Object.keys(standsOn).sort()).toEqual(screens);
  });

  it('is the same for the guard, which asks the route, and for what leads there, which asks by its path', () => {
    const differ = routes.filter(({ path, needs }) => needsOf(path as Screen) !== (needs ?? 'read Auth'));
    expect(differ).toEqual([]);
  });

  it('is one that there is, of a screen that there is', () => {
    // The compiler reads them (`npm run typecheck`).
    // @ts-expect-error no such action
    const needs: Needs = 'see Order';
    // @ts-expect-error no such screen
    const args: Parameters<typeof useMayOpen> = ['/orders/see'];
    // @ts-expect-error no such screen
    expect([needs, needsOf('/orders/see')]).toEqual(['see Order', 'read Auth']);
    expect(args).toHaveLength(1);
  });

  it('is what the server demands of the call that it stands on', () => {
    expect(demanded.size).toBeGreaterThan(250);
    const differ = screens.flatMap((screen) => {
      const call = standsOn[screen];
      if (call === null) return [];
      const permission = call && demanded.get(call);
      const needs: readonly string[] = [needsOf(screen)].flat();
      return permission && needs.includes(permission) ? [] : [`${screen}: ${needs}; ${call}: ${permission}`];
    });
    expect(differ).toEqual([]);
  });

  it('matches a call that its page makes', () => {
    const without = screens.filter((screen) => {
      const call = standsOn[screen];
      if (call === null) return false;
      const page = pages.get(screen);
      const file = page && fileOf(src, `@/${page}`);
      if (!call || !file) return true;
      const path = call.replace(/^\w+ /, '');
      const resource = /^\/([\w-]+)(?:\/\{id\})?$/.exec(path)?.[1];
      return ![...textsOf(file).values()].some(
        (text) => text.includes(`'${path}'`) || (resource !== undefined && text.includes(`resource('${resource}')`)),
      );
    });
    expect(without).toEqual([]);
  });

  it('is found by its address: menu and palette ask by it', () => {
    expect(screenOf('/carts/contact')).toBe('/carts/$step');
    expect(screenOf('/orders/view/ord_1/edit')).toBe('/orders/view/$id/edit');
    expect(screenOf('/products/add')).toBe('/products/add');
    expect(needsOf('/orders/add')).toBe('create Order');
    expect(needsOf('/settings/store/')).toBe('read Setting');
    expect(needsOf('/account/security')).toBe('read Auth');
    const items = navigation.flatMap((area) => area.items);
    expect(items.filter((item) => screenOf(item.to) === undefined).map((item) => item.to)).toEqual(['/settings']);
  });
});
