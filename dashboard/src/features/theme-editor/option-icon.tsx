import {
  IconBook,
  IconBuildingStore,
  IconCarouselHorizontal,
  IconLayoutGridAdd,
  IconHourglass,
  IconCode,
  IconColumns2,
  IconGridDots,
  IconHelpCircle,
  IconLayoutBoard,
  IconLayoutBottombar,
  IconAppWindow,
  IconLayoutSidebarRight,
  IconPackage,
  IconColorSwatch,
  IconPhoto,
  IconQuote,
  IconSection,
  IconShoppingBag,
  IconRosetteDiscountCheck,
  IconSpeakerphone,
  IconSquareHalf,
  IconTypography,
  type Icon,
} from '@tabler/icons-react';

/** Pictures of the kinds that the theme names; any other kind has a plain one. */
const icons: Readonly<Record<string, Icon>> = {
  announcement: IconSpeakerphone,
  header: IconAppWindow,
  footer: IconLayoutBottombar,
  hero: IconPhoto,
  categories: IconLayoutGridAdd,
  featured: IconShoppingBag,
  related: IconShoppingBag,
  collection: IconGridDots,
  product: IconPackage,
  image_text: IconLayoutSidebarRight,
  rich_text: IconTypography,
  slideshow: IconCarouselHorizontal,
  banner: IconPhoto,
  story: IconBook,
  multi_column: IconColumns2,
  image_grid: IconLayoutBoard,
  before_after: IconSquareHalf,
  icons_text: IconRosetteDiscountCheck,
  testimonials: IconQuote,
  logos: IconBuildingStore,
  faq: IconHelpCircle,
  countdown: IconHourglass,
  custom_html: IconCode,
  look: IconColorSwatch,
};

/** The picture of a kind of section. */
export function OptionIcon({ slug, size = 18 }: { slug: string; size?: number }) {
  const Picture = icons[slug] ?? IconSection;
  return <Picture size={size} stroke={1.5} aria-hidden />;
}
