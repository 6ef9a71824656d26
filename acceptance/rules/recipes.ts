import type { OperationName } from "@ferrule/contract/operations.ts";
import type { AnyRecipe, Recipes } from "./recipe.ts";
import { accountRecipes } from "./recipes/account.ts";
import { alertRecipes } from "./recipes/alerts.ts";
import { approvalRecipes } from "./recipes/approvals.ts";
import { authPolicyRecipes } from "./recipes/auth-policies.ts";
import { bindingRecipes } from "./recipes/bindings.ts";
import { cacheRecipes } from "./recipes/cache.ts";
import { cliSignInRecipes } from "./recipes/cli-sign-in.ts";
import { connectionRecipes } from "./recipes/connections.ts";
import { cronBindingRecipes } from "./recipes/cron-bindings.ts";
import { dataCollectionRecipes } from "./recipes/data-collections.ts";
import { deliveryRecipes } from "./recipes/deliveries.ts";
import { deploymentRecipes } from "./recipes/deployments.ts";
import { exportRecipes } from "./recipes/exports.ts";
import { erasureRecipes } from "./recipes/erasures.ts";
import { functionRecipes } from "./recipes/functions.ts";
import { identityRecipes } from "./recipes/identity.ts";
import { libraryRecipes } from "./recipes/libraries.ts";
import { manifestRecipes } from "./recipes/manifests.ts";
import { managementServerRecipes } from "./recipes/management-server.ts";
import { callerRecipes } from "./recipes/callers.ts";
import { oauthRecipes } from "./recipes/oauth.ts";
import { observabilityRecipes } from "./recipes/observability.ts";
import { pipelineRecipes } from "./recipes/pipelines.ts";
import { previewRecipes } from "./recipes/previews.ts";
import { projectRecipes } from "./recipes/projects.ts";
import { projectSourceRecipes } from "./recipes/project-source.ts";
import { recordRecipes } from "./recipes/records.ts";
import { runRecipes } from "./recipes/runs.ts";
import { runtimeEndpointRecipes } from "./recipes/runtime-endpoints.ts";
import { scimRecipes } from "./recipes/scim.ts";
import { secretRecipes } from "./recipes/secrets.ts";
import { sessionRecipes } from "./recipes/session.ts";
import { testCaseRecipes } from "./recipes/test-cases.ts";
import { templateRecipes } from "./recipes/templates.ts";
import { userRecipes } from "./recipes/users.ts";

const recipes: Recipes = {
  ...sessionRecipes,
  ...accountRecipes,
  ...cliSignInRecipes,
  ...projectRecipes,
  ...pipelineRecipes,
  ...userRecipes,
  ...erasureRecipes,
  ...runtimeEndpointRecipes,
  ...exportRecipes,
  ...functionRecipes,
  ...testCaseRecipes,
  ...bindingRecipes,
  ...approvalRecipes,
  ...managementServerRecipes,
  ...authPolicyRecipes,
  ...callerRecipes,
  ...oauthRecipes,
  ...secretRecipes,
  ...connectionRecipes,
  ...identityRecipes,
  ...scimRecipes,
  ...libraryRecipes,
  ...manifestRecipes,
  ...projectSourceRecipes,
  ...previewRecipes,
  ...templateRecipes,
  ...cacheRecipes,
  ...cronBindingRecipes,
  ...deliveryRecipes,
  ...runRecipes,
  ...deploymentRecipes,
  ...dataCollectionRecipes,
  ...recordRecipes,
  ...observabilityRecipes,
  ...alertRecipes,
};

/** How to demonstrate the rules for each operation. An operation without a recipe fails every rule. */
export function recipeOf(name: OperationName): AnyRecipe {
  const recipe: AnyRecipe | undefined = recipes[name];
  if (!recipe) throw new Error(`Nobody has said how to make a request of ${name} that succeeds: give it a recipe.`);
  return recipe;
}
