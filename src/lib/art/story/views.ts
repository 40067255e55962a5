/** What a scene of a model's story shows; also the name of a photograph that takes the drawing's place. */
export const STORY_VIEWS = ['cabin', 'boot', 'towing', 'charging', 'safety'] as const
export type StoryView = (typeof STORY_VIEWS)[number]
